/** The same repository taken from its own files and from `svnadmin dump --deltas`, told as what an import is made of. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ObjectStore } from '../../../../git/pack/object-store.ts';
import { JOURNAL_NAME, type JournalRevision, journalEnd, readJournal } from '../../../folders/raw/journal.ts';
import { RawHistory } from '../../raw/history.ts';
import { receiveDump } from '../../receive-dump.ts';
import { readLayout } from '../layout.ts';
import { receiveFiles } from '../receive-files.ts';

/** What a history holds, ids in place of numbers. */
export function told(history: RawHistory) {
  const checkpoint = history.checkpoint();
  const facts = ObjectStore.openForReading(history.folder, 'facts', 1 << 20, checkpoint.facts);
  const oid = (number: number) => (number < 0 ? null : history.store.table.hex(number));
  const revisions: unknown[] = [];
  for (const line of readJournal<JournalRevision>(join(history.folder, JOURNAL_NAME), journalEnd(checkpoint)))
    revisions.push({ ...line, t: oid(line.t), f: line.f < 0 ? null : facts.table.hex(line.f) });
  facts.close();
  const findings = history.findings.list().sort((a, b) => a.kind.localeCompare(b.kind));
  return {
    revisions,
    findings: findings.map(({ kind, count }) => ({ kind, count })),
    large: history.largeBlobs.map(({ number, ...blob }) => ({ ...blob, oid: oid(number) })),
    layout: history.layout,
  };
}

export async function fromFiles(repository: string, folder: string, youngest = youngestOf(repository)) {
  const layout = readLayout(repository);
  if (layout === null) throw new Error(`${repository} is not known`);
  mkdirSync(folder, { recursive: true });
  const history = RawHistory.open(folder, '');
  const left = await receiveFiles(history, { layout, youngest }, () => undefined, new AbortController().signal);
  return { history, left };
}

export async function fromDump(repository: string, folder: string, youngest = youngestOf(repository)) {
  mkdirSync(folder, { recursive: true });
  const history = RawHistory.open(folder, '');
  const input = {
    command: 'svnadmin',
    args: ['dump', '-q', '--deltas'],
    target: repository,
    password: null,
    youngest,
    silenceMs: null,
    scratch: null,
    answerMs: 0,
    server: null,
  };
  await receiveDump(history, input, () => undefined, new AbortController().signal);
  return history;
}

export function youngestOf(repository: string): number {
  return Number(readFileSync(join(repository, 'db/current'), 'latin1').split(' ')[0]);
}
