/** The worker thread of a fetch: takes revisions from the repository's files, or from the program that dumps it; mapping hands the result to Git. */

import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Sentence } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { giveScratchBack, takeScratch } from '../../files/scratch.ts';
import { serveJob } from '../../processes/workers.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { LargeFile, Layout } from '../../vocabulary/history.ts';
import type { Finding } from '../../vocabulary/report.ts';
import { FindingCollector } from '../findings.ts';
import { noteFolderOnly } from '../folders/raw/findings.ts';
import type { ArrivalMessage } from './arrival.ts';
import { compareArrived, compareWithLog } from './corrected-revisions.ts';
import { readLayout } from './fsfs/layout.ts';
import { receiveFiles } from './fsfs/receive-files.ts';
import type { DumpInput } from './open-dump.ts';
import { RawHistory } from './raw/history.ts';
import { largeFilesOf } from './raw/large-files.ts';
import { receiveDump } from './receive-dump.ts';
import { requireSameHistory } from './same-history.ts';
import type { ToldOf } from './told-folders.ts';

export interface FetchInput extends Omit<DumpInput, 'scratch'> {
  /** Largest file that the dump's program may write in memory, in bytes. */
  scratchBytes: number;
  /** Folder `imports/<id>`. */
  folder: string;
  /** Folder of this disk whose files may be read without a program; null for none. */
  repositoryPath: string | null;
  /** For what is asked of the source before anything is appended. */
  rootUrl: string;
  /** Whether only the folder that was asked for may be read, so that `target` and `rootUrl` are its address. */
  folderOnly: boolean;
  credentials: Credentials | null;
  privateFolder: string;
  uuid: string;
  /** Folder of the repository that the address names; '' for the root. */
  askedFolder: string;
  /** Bytes of inflated objects kept in memory; see `TextShares`. */
  textBytes: number;
  /** Files with more bytes are large. */
  largeFileBytes: number;
}

export type FetchMessage =
  | ArrivalMessage
  | { type: 'resumed'; revision: number }
  | { type: 'left_to_svnadmin'; revision: number; why: Sentence };

export interface FetchOutput {
  commitCount: number;
  uuid: string;
  layout: Layout;
  findings: Finding[];
  largeFiles: LargeFile[];
}

/** What its program writes lies in memory, unless that is too much for it: then all goes on from there with a disk. */
async function fetchHistory(
  input: FetchInput,
  post: (message: FetchMessage) => void,
  signal: AbortSignal,
): Promise<FetchOutput> {
  const folder = takeScratch(dirname(dirname(input.folder)));
  if (folder === null) return fetchWith({ ...input, scratch: null }, post, signal);
  try {
    return await fetchWith({ ...input, scratch: { folder, largestFile: input.scratchBytes } }, post, signal);
  } catch (error) {
    if (signal.aborted || !(error instanceof Failure) || !error.detail.includes(folder)) throw error;
    return await fetchWith({ ...input, scratch: null }, post, signal);
  } finally {
    giveScratchBack(folder);
  }
}

async function fetchWith(
  input: FetchInput & DumpInput,
  post: (message: FetchMessage) => void,
  signal: AbortSignal,
): Promise<FetchOutput> {
  let history = RawHistory.open(join(input.folder, 'fetch'), input.askedFolder, input.textBytes);
  let isAllHidden = false;
  try {
    if (input.folderOnly && history.revision === 0) noteFolderOnly(history.findings, input.askedFolder);
    if (history.uuid !== null && history.uuid !== input.uuid) {
      throw Failure.of('subversion.other_repository', { before: history.uuid, now: input.uuid });
    }
    history.uuid = input.uuid;
    const corrected = new FindingCollector();
    const { credentials, privateFolder, rootUrl, silenceMs } = input;
    const access = { credentials, privateFolder, signal };
    const before = history.revision;
    if (before > 0) {
      await requireSameHistory(access, rootUrl, input.youngest, history.known, history.revision);
      const known = { journal: history.journal(), first: 1, last: before };
      await compareWithLog(access, rootUrl, { ...known, silenceMs, findings: corrected });
      post({ type: 'resumed', revision: history.revision });
    }
    const layout = input.repositoryPath === null ? null : readLayout(input.repositoryPath);
    if (layout !== null && history.revision < input.youngest) {
      const left = await receiveFiles(history, { layout, youngest: input.youngest }, post, signal);
      if (left !== null) {
        history.close();
        history = RawHistory.open(join(input.folder, 'fetch'), input.askedFolder, input.textBytes);
        post({ type: 'left_to_svnadmin', revision: history.revision + 1, why: left });
      }
    }
    if (history.revision < input.youngest) {
      await receiveDump(history, { ...input, server: serverOf(input, signal) }, post, signal);
    }
    if (input.youngest > 0 && history.findings.count('revision_hidden') >= input.youngest) {
      isAllHidden = true;
      throw Failure.of('subversion.all_hidden', { address: input.rootUrl, count: input.youngest });
    }
    post({ type: 'authors', authors: history.takeAuthors() });
    history.seal();
    // What is read of a disk has sums of its own.
    if (silenceMs !== null && history.revision > before) {
      const came = { journal: history.journal(), first: before + 1, last: history.revision };
      await compareArrived(access, rootUrl, { ...came, silenceMs, findings: corrected });
    }
    return {
      commitCount: history.revision,
      uuid: input.uuid,
      layout: history.layout,
      findings: [...history.findings.list(), ...corrected.list()],
      largeFiles: largeFilesOf(history, input.largeFileBytes),
    };
  } finally {
    history.close();
    // The login that is entered next may be shown all of it.
    if (isAllHidden) rmSync(history.folder, { recursive: true, force: true });
  }
}

/** The server whose log is asked; null for a folder of this disk. */
function serverOf({ silenceMs, ...input }: FetchInput, signal: AbortSignal): ToldOf | null {
  if (silenceMs === null) return null;
  const { credentials, privateFolder, rootUrl: url, folderOnly, askedFolder, youngest } = input;
  const access = { credentials, privateFolder, signal };
  return { access, url, folder: folderOnly ? askedFolder : '', youngest, silenceMs };
}

serveJob<FetchInput, FetchOutput, FetchMessage>(fetchHistory);
