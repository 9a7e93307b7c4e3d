/** The worker thread that makes what arrived ready to be mapped, without asking the source. */
import { join } from 'node:path';
import { serveJob } from '../../processes/workers.ts';
import type { KeptFetch } from '../source.ts';
import { RawHistory } from './raw/history.ts';
import { largeFilesOf } from './raw/large-files.ts';

export interface KeepInput {
  /** Folder `imports/<id>`. */
  folder: string;
  /** Files with more bytes are large. */
  largeFileBytes: number;
}

serveJob<KeepInput, KeptFetch>(async ({ folder, largeFileBytes }) => {
  const history = RawHistory.open(join(folder, 'fetch'), null);
  try {
    history.seal();
    return {
      commit_count: history.revision,
      findings: history.findings.list(),
      large_files: largeFilesOf(history, largeFileBytes),
    };
  } finally {
    history.close();
  }
});
