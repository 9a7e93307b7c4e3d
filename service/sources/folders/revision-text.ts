/** A revision's author, date and log as Git will show them. */

import { decodeText } from '../../git/names/bytes.ts';
import type { Identity } from '../../vocabulary/history.ts';
import type { JournalRevision } from './raw/journal.ts';

/** What git-svn calls revisions without svn:author, too. */
export const NO_AUTHOR = '(no author)';

/** The source's name for an author. */
export function authorName(latin1: string | null): string {
  return latin1 === null || latin1 === '' ? NO_AUTHOR : decodeText(latin1).text;
}

/** Stable key of an author across imports of one repository. */
export function authorKey(name: string, uuid: string): string {
  return `${name}@${uuid}`;
}

/**
 * A valid but possibly incorrect Git identity: `name <name@uuid>`; an author that is already written
 * `Name <address>` keeps both.
 */
export function defaultIdentity(name: string, uuid: string): Identity {
  const full = /^\s*([^<>]*?)\s*<([^<>\s]+@[^<>\s]+)>\s*$/.exec(name);
  if (full) return { name: full[1] || (full[2] as string), email: full[2] as string };
  return { name, email: `${name.replace(/[\s<>]+/g, '-')}@${uuid}` };
}

/** The log as a commit message: LF line ends, no NUL, one newline at the end. */
export function commitMessage(revision: JournalRevision): string {
  const text = decodeText(revision.l ?? '')
    .text.replace(/\r\n?/g, '\n')
    .replace(/\0/g, '');
  return text.endsWith('\n') ? text : `${text}\n`;
}

/** Seconds since 1970 of an svn:date, or null. Git cannot say dates before 1970. */
export function dateSeconds(value: string | null): number | null {
  if (value === null) return null;
  const milliseconds = Date.parse(value);
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000);
}

/** `YYYY-MM-DDTHH:MM:SSZ` of seconds since 1970. */
export function isoSeconds(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}
