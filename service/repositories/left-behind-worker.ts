/** Thread that removes what killed gits left in repositories, and finds those that hold something of a lock. */
import { removeStaleLocks, staleSentence } from '../git/stale-locks.ts';
import { serveJob } from '../processes/workers.ts';
import { mayBeLocked } from './lock-files.ts';

export interface LeftBehindJob {
  /** Of repositories and wikis; they need not be there. */
  paths: string[];
  /** What changed later is somebody's who works, in milliseconds since 1970. */
  before: number;
}

export interface FoundBehind {
  /** What to say of it. */
  sentences: string[];
  /** Indexes of the paths that hold something of a lock. */
  marked: number[];
}

serveJob<LeftBehindJob, FoundBehind>(async ({ paths, before }, _, signal) => {
  const found: FoundBehind = { sentences: [], marked: [] };
  for (const [index, path] of paths.entries()) {
    signal.throwIfAborted();
    try {
      const sentence = staleSentence(path, removeStaleLocks(path, before));
      if (sentence !== null) found.sentences.push(sentence);
    } catch (error) {
      found.sentences.push(`${path} could not be tidied. ${String(error)}`);
    }
    if (mayBeLocked(path)) found.marked.push(index);
  }
  return found;
});
