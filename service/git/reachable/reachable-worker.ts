/** Worker thread that walks through histories and counts what lies beside them. */
import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serveJob } from '../../processes/workers.ts';
import { createBareRepository } from '../bare-repository.ts';
import { type Kept, keepReachable } from './keep-reachable.ts';
import { countStored, storedObjects } from './stored-objects.ts';

export type ReachableJob =
  | { kind: 'select'; view: string; tips: string[]; packs: string[]; shallow: string | null }
  | { kind: 'count'; repository: string };

export type ReachableAnswer = { kept: Kept } | { stored: number };

serveJob<ReachableJob, ReachableAnswer>(async (job, _post, signal) => {
  // Imports are of SHA-1 only.
  if (job.kind === 'count') return { stored: countStored(storedObjects(job.repository, 20)) };
  const { view, tips, packs, shallow } = job;
  rmSync(view, { recursive: true, force: true });
  await createBareRepository(view, 'main');
  const lenders = new Set(packs.map((pack) => dirname(dirname(pack))));
  writeFileSync(join(view, 'objects/info/alternates'), `${[...lenders].join('\n')}\n`);
  if (shallow !== null && existsSync(shallow)) copyFileSync(shallow, join(view, 'shallow'));
  return { kept: await keepReachable({ repository: view, tips, packs, signal }) };
});
