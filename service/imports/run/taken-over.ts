/** What a restart takes over of a source that does not have any more what was published: it is said before it goes. */
import { counted, type Said, say } from '../../../language/sentence.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { SourceChange, SourceSide } from '../../vocabulary/last-update.ts';
import type { Finding } from '../../vocabulary/report.ts';
import type { Aside } from './put-aside.ts';

const KIND = 'taken_over';
/** Lines that the log has of it; the report has more. */
const MOST_LINES = 20;
/** As many as of every finding. */
const MOST_EXAMPLES = 100;
/** Digits of a commit's id that people read. */
const SHORT = 12;

/** Whether this run is a restart of an import that was complete, of this address. */
export function isRestart({ fetched, vcs_url }: Pick<ImportRecord, 'fetched' | 'vcs_url'>): boolean {
  return fetched?.again === 'restart' && fetched.url === vcs_url;
}

/** What the row said when a restart began, also of one that was cut off when what was fetched before had been put aside; null of others. */
export function restartedRow(record: ImportRecord, asides: readonly Pick<Aside, 'fetched'>[]): ImportRecord | null {
  const rows = [record, ...(record.fetched === null ? asides : []).map(({ fetched }) => ({ ...record, fetched }))];
  return rows.find(isRestart) ?? null;
}

/** Lines of the log, before anything is published. */
export function linesOf(changes: readonly SourceChange[]): Said[] {
  const shown = changes.slice(0, MOST_LINES).map(wordsOf);
  const more = changes.length - shown.length;
  return [
    say(
      'The source does not have everything any more that was published. A restart takes over what the source has now; these were there:',
    ),
    ...shown,
    ...(more === 0 ? [] : [say('{count} more of them are in the report.', { count: counted(more) })]),
  ];
}

/** @param changes at least one */
export function findingOf(changes: readonly SourceChange[]): Finding {
  return {
    kind: KIND,
    severity: 'warning',
    text: say(
      'These were published before and are not in the source any more, or are something else there. A restart takes over what the source has.',
    ),
    count: changes.length,
    examples: changes.slice(0, MOST_EXAMPLES).map(wordsOf),
  };
}

/** Findings of a fetch, with what was taken over since in place of what was before. */
export function withTakenOver(findings: readonly Finding[], taken: Finding | null): Finding[] {
  const others = findings.filter(({ kind }) => kind !== KIND);
  return taken === null ? others : [...others, taken];
}

function wordsOf({ name, before, after }: SourceChange): Said {
  const short = name.replace(/^refs\/(heads|tags)\//, '');
  const was = sideOf(before);
  const isTag = name.startsWith('refs/tags/');
  if (after === null)
    return isTag
      ? say('The tag {name} is gone; it was {was}.', { name: short, was })
      : say('The branch {name} is gone; it was {was}.', { name: short, was });
  const now = sideOf(after);
  return isTag
    ? say('The tag {name} names something else; it was {was}, and is {now}.', { name: short, was, now })
    : say('The branch {name} has another history; it was {was}, and is {now}.', { name: short, was, now });
}

/** As people know it: what they number, or the begin of an id; with the first line of its message. */
function sideOf({ revision, message }: SourceSide): string {
  const short = /^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, SHORT) : revision;
  return message === '' ? short : `${short} (${message})`;
}
