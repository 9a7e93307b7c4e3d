/** The worker thread that shows what messages would become. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileLines } from '../../files/file-lines.ts';
import { listRefs } from '../../git/bare-repository.ts';
import { createBorrowing } from '../../git/borrowing-repository.ts';
import { decodeText } from '../../git/names/declared-text.ts';
import { serveJob } from '../../processes/workers.ts';
import type { Vcs } from '../../vocabulary/history.ts';
import type { MessagePreview } from '../../vocabulary/message-preview.ts';
import { HEADER, type RevisionRow, rowOf } from '../../vocabulary/revision-row.ts';
import { shallowOf } from '../publish/shallow-ends.ts';
import { revisionRows } from '../revisions/write-revisions.ts';
import { readBeforeMessages } from './before-messages.ts';
import { type Retold, retell } from './retell.ts';

export interface PreviewJob {
  vcs: Vcs;
  /** Folder `imports/<id>`. */
  folder: string;
  /** The published repository and its list of revisions, for imports of earlier versions. */
  repositoryPath: string;
  revisions: string;
  /** How many messages are passed over, and how many are shown. */
  offset: number;
  limit: number;
}

const NOTHING: MessagePreview = {
  ...{ messages: 0, changed: 0, rewritten: 0, ambiguous: 0, unknown: 0, later: 0 },
  ...{ total_count: 0, items: [] },
};

serveJob<PreviewJob, MessagePreview>(async (job, _post, signal) => {
  const { vcs, folder } = job;
  const before = readBeforeMessages(folder);
  if (before !== null) {
    const view = mkdtempSync(join(folder, 'preview-'));
    try {
      const repository = join(view, 'view.git');
      await createBorrowing(repository, before.packs, shallowOf(before, join(folder, 'staging.git')));
      const rows = await revisionRows({ vcs, folder, repositoryPath: repository, mapped: before, signal });
      return rows === null ? NOTHING : await preview(job, repository, before.refs, rows, signal);
    } finally {
      rmSync(view, { recursive: true, force: true });
    }
  }
  if (!existsSync(job.revisions)) return NOTHING;
  const refs = await listRefs(job.repositoryPath, signal);
  return preview(job, job.repositoryPath, refs, rowsIn(job.revisions), signal);
});

async function* rowsIn(file: string): AsyncGenerator<RevisionRow> {
  for await (const line of fileLines(file)) {
    const row = line === HEADER ? null : rowOf(line);
    if (row !== null) yield row;
  }
}

async function preview(
  { vcs, offset, limit }: PreviewJob,
  repository: string,
  refs: { name: string; oid: string }[],
  rows: AsyncIterable<RevisionRow> | Iterable<RevisionRow>,
  signal: AbortSignal,
): Promise<MessagePreview> {
  const items: MessagePreview['items'] = [];
  let total = 0;
  const { counts } = await retell({
    ...{ repository, refs, vcs, rows, signal, store: null },
    onProgress: () => undefined,
    onMessage: (message) => {
      if (total >= offset && items.length < limit) items.push(itemOf(message));
      total += 1;
    },
    onDropped: () => undefined,
  });
  return { ...counts, total_count: total, items };
}

function itemOf({ id, encoding, before, after, left }: Retold): MessagePreview['items'][number] {
  // An object's message begins with the empty line behind its headers.
  const read = (text: string) => decodeText(text.replace(/^\n/, '').trimEnd(), encoding);
  return {
    commit: id,
    before: read(before),
    after: read(after),
    left: left.map(({ text, reason }) => ({ text: read(text), reason })),
  };
}
