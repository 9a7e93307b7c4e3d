/** The worker thread that makes what arrived ready to be mapped, without asking the server. */
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { serveJob } from '../../processes/workers.ts';
import type { KeptFetch } from '../source.ts';
import { readTfvcCheckpoint } from './raw/checkpoint.ts';
import { RawHistory } from './raw/history.ts';
import { largeFilesOf } from './raw/large-files.ts';
import { readServerFacts } from './raw/server-facts.ts';

export interface KeepInput {
  /** Folder `imports/<id>`. */
  folder: string;
  /** Files with more bytes are large. */
  largeFileBytes: number;
}

serveJob<KeepInput, KeptFetch>(async ({ folder, largeFileBytes }) => {
  const fetched = join(folder, 'fetch');
  const checkpoint = readTfvcCheckpoint(fetched);
  if (checkpoint === null) throw Failure.of('import.nothing_fetched', {});
  const history = RawHistory.open(fetched, checkpoint.project, checkpoint.uuid ?? '');
  try {
    history.seal();
    return {
      commit_count: history.count,
      findings: [...history.findings.list(), ...readServerFacts(fetched).findings],
      large_files: largeFilesOf(history, checkpoint.project, largeFileBytes),
    };
  } finally {
    history.close();
  }
});
