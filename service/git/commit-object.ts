/** Builds and takes apart Git commit and tag objects (git's `Documentation/gitformat`, `commit.c`, `tag.c`). */
import type { Identity } from '../vocabulary/history.ts';

export interface CommitFields {
  /** Tree id, 40 hex digits. */
  tree: string;
  parents: readonly string[];
  author: Identity;
  /** The author without it. */
  committer?: Identity;
  /** Seconds since 1970. */
  seconds: number;
  /** `+hhmm`; UTC without it. */
  zone?: string;
  message: string;
}

/** Characters that would end a name or an address inside a commit. */
export function cleanIdentity(text: string): string {
  return text.replace(/[<>\n\r\0]/g, '').trim();
}

/** The `author`/`committer` value without its date. Never without an address, which Git requires. */
export function identityLine(identity: Identity): string {
  const name = cleanIdentity(identity.name);
  const email = cleanIdentity(identity.email);
  return `${name === '' ? email || 'unknown' : name} <${email}>`;
}

/** A commit's payload; author and committer have the same date. */
export function commitPayload(fields: CommitFields): Buffer {
  const when = `${fields.seconds} ${fields.zone ?? '+0000'}`;
  const author = `${identityLine(fields.author)} ${when}`;
  const committer = fields.committer === undefined ? author : `${identityLine(fields.committer)} ${when}`;
  let text = `tree ${fields.tree}\n`;
  for (const parent of fields.parents) text += `parent ${parent}\n`;
  text += `author ${author}\ncommitter ${committer}\n\n${fields.message}`;
  return Buffer.from(text, 'utf8');
}

/** Id of a commit's tree, 40 hex digits, which its payload begins with. */
export function treeOf(payload: Buffer): string {
  return payload.toString('latin1', 'tree '.length, 'tree '.length + 40);
}

export interface TagFields {
  /** Id of the tagged commit. */
  object: string;
  name: string;
  tagger: Identity;
  seconds: number;
  message: string;
}

/** An annotated tag's payload. */
export function tagPayload(fields: TagFields): Buffer {
  return Buffer.from(
    `object ${fields.object}\ntype commit\ntag ${fields.name}\ntagger ${identityLine(fields.tagger)} ${fields.seconds} +0000\n\n${fields.message}`,
    'utf8',
  );
}
