/** Rewrites what messages say of old ids, parents first, as each id is made of what came before it. */

import { FRAME, framed, hashFramed, OBJECT_COMMIT, OBJECT_TAG } from '../../git/pack/entry.ts';
import type { ObjectStore } from '../../git/pack/object-store.ts';
import { addText } from '../../git/rewrite/add-text.ts';
import { rewriteCommitText, rewriteTagText } from '../../git/rewrite/commit-text.ts';
import { type HistoryOptions, peel, readObjects } from '../../git/rewrite/history.ts';
import { isNotesRef, rewriteNotes } from '../../git/rewrite/notes.ts';
import { OidMap } from '../../git/rewrite/oid-map.ts';
import { rewriteTags } from '../../git/rewrite/rewrite.ts';
import { RewrittenCommits } from '../../git/rewrite/rewritten-commits.ts';
import type { MappedRef, Vcs } from '../../vocabulary/history.ts';
import type { MessageCounts } from '../../vocabulary/message-preview.ts';
import type { RevisionRow } from '../../vocabulary/revision-row.ts';
import { CommitParents } from '../rewritten/commit-parents.ts';
import { KnownIds } from './known-ids.ts';
import { endOf, findReferences, type Reference } from './references.ts';

/** Digits of an abbreviated id: enough for millions of commits. */
const ABBREVIATED = 12;
const NOBODY = () => null;

/** A name that stays as it is, and why. */
export interface LeftAlone {
  text: string;
  reason: 'ambiguous' | 'unknown' | 'later';
}

/** A message in which something was recognised; bytes as latin1 text. */
export interface Retold {
  /** Id of the commit or tag before. */
  id: string;
  /** The object's `encoding` header, '' for none. */
  encoding: string;
  before: string;
  after: string;
  left: LeftAlone[];
}

export interface RetellJob extends HistoryOptions {
  vcs: Vcs;
  /** Of the same ids as the history's. */
  rows: AsyncIterable<RevisionRow> | Iterable<RevisionRow>;
  /** Takes the new objects; null to see only what would be. */
  store: ObjectStore | null;
  onProgress(done: number, total: number): void;
  /** Told of each message in which something was recognised, in the source's order. */
  onMessage(message: Retold): void;
  onDropped(what: string): void;
}

export interface RetellResult {
  refs: MappedRef[];
  counts: MessageCounts;
  /** What became of each id. */
  changed: OidMap;
  /** Those that were written; null where no store was given. */
  made: RewrittenCommits | null;
}

/** @throws Failure when the history cannot be read */
export async function retell(job: RetellJob): Promise<RetellResult> {
  const { vcs, signal, repository, store } = job;
  const history = { repository, signal, refs: job.refs.filter((ref) => !isNotesRef(ref)) };
  const peeled = await peel(history);
  // As git lists them by date, parents first.
  const commits = await CommitParents.read(repository, peeled.commits, signal, 'date');
  const known = await KnownIds.read(job.rows, commits);
  const changed = new OidMap();
  const isDone = new Uint8Array(commits.count);
  const counts: MessageCounts = { messages: 0, changed: 0, rewritten: 0, ambiguous: 0, unknown: 0, later: 0 };
  const made = store === null ? null : new RewrittenCommits(store);

  /** The commit that a reference names, or why it stays. */
  const resolve = (reference: Reference): string | LeftAlone['reason'] | null => {
    const found = known.resolve(reference);
    if (found === 'no reference') return null;
    if (typeof found === 'string') return found;
    if (isDone[found.commit] !== 1) return 'later';
    const id = commits.hex(found.commit);
    return changed.get(id) ?? id;
  };
  const retellOne = (id: string) => (before: string, encoding: string) => {
    counts.messages += 1;
    if (/^(utf-?16|utf-?7|iso-2022)/i.test(encoding)) return before;
    const { after, left, rewritten } = retellMessage(vcs, before, resolve);
    if (after === before && left.length === 0) return before;
    counts.rewritten += rewritten;
    for (const { reason } of left) counts[reason] += 1;
    if (after !== before) counts.changed += 1;
    job.onMessage({ id, encoding, before, after, left });
    return after;
  };
  const order = inOrder(commits, known);
  let done = 0;
  await readObjects(history, idsOf(commits, order), (id, payload) => {
    const text = payload.toString('latin1');
    const result = rewriteCommitText(text, NOBODY, (old) => changed.get(old), retellOne(id));
    if (result.droppedSignature) job.onDropped(`commit ${id}`);
    const next = result.text === text ? null : result.text;
    const now = made?.add(id, next) ?? (next === null ? null : idOf(OBJECT_COMMIT, next));
    if (next !== null && now !== null) changed.set(Buffer.from(id, 'hex'), now);
    isDone[order[done++] as number] = 1;
    if (done % 1024 === 0) job.onProgress(done, order.length);
  });
  rewriteTags(peeled.tags, (id, text) => {
    const result = rewriteTagText(text, NOBODY, (old) => changed.get(old), retellOne(id));
    if (result.droppedSignature) job.onDropped(`tag ${id}`);
    if (result.text === text) return;
    const tag = store === null ? idOf(OBJECT_TAG, result.text) : addText(store, OBJECT_TAG, result.text);
    changed.set(Buffer.from(id, 'hex'), tag);
  });
  if (store !== null) {
    await rewriteNotes({ ...job, lookup: NOBODY, store, map: changed });
  }
  const refs = job.refs.map(({ name, oid }) => ({ name, oid: changed.get(oid) ?? oid }));
  return { refs, counts, changed, made };
}

function idOf(type: number, text: string): Buffer {
  const bytes = framed(text.length);
  bytes.write(text, FRAME, 'latin1');
  return hashFramed(type, bytes);
}

function* idsOf(commits: CommitParents, order: Uint32Array): Generator<string> {
  for (const commit of order) yield commits.hex(commit);
}

/** The source's own order as far as its list has one, else by date; parents always first. */
function inOrder(commits: CommitParents, known: KnownIds): Uint32Array {
  const wanted = Uint32Array.from({ length: commits.count }, (_, commit) => commit);
  if (wanted.every((commit) => known.orderOf(commit) === undefined)) return wanted;
  // What has no number of its own was made for what comes behind it.
  let next = Number.POSITIVE_INFINITY;
  const places = new Float64Array(commits.count);
  for (let commit = commits.count - 1; commit >= 0; commit -= 1) {
    next = known.orderOf(commit) ?? next;
    places[commit] = next;
  }
  wanted.sort((a, b) => (places[a] as number) - (places[b] as number) || a - b);
  const order = new Uint32Array(commits.count);
  const seen = new Uint8Array(commits.count);
  let count = 0;
  for (const commit of wanted) {
    const open = [commit];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const parents = commits.parentsOf(top).filter((parent) => parent >= 0 && seen[parent] !== 1);
      if (parents.length > 0 && seen[top] !== 1) open.push(...parents);
      else {
        open.pop();
        if (seen[top] !== 1) order[count++] = top;
        seen[top] = 1;
      }
    }
  }
  return order;
}

/** One message with new ids where old ones are known. */
function retellMessage(vcs: Vcs, message: string, resolve: (reference: Reference) => string | null) {
  const left: LeftAlone[] = [];
  let [after, at, rewritten] = ['', 0, 0];
  for (const reference of findReferences(vcs, message)) {
    const parts = reference.other === undefined ? [reference] : [reference, reference.other];
    const ids = parts.map(resolve);
    if (ids.includes(null)) continue;
    const reason = ids.find((id) => id !== null && id.length < 40) as LeftAlone['reason'] | undefined;
    if (reason !== undefined) {
      left.push({ text: message.slice(reference.start, endOf(reference)), reason });
      continue;
    }
    for (const [i, { start, end, kind, value }] of parts.entries()) {
      const id = ids[i] as string;
      after += message.slice(at, start) + (kind === 'id' && value.length === 40 ? id : id.slice(0, ABBREVIATED));
      at = end;
      rewritten += 1;
    }
  }
  return { after: after + message.slice(at), left, rewritten };
}
