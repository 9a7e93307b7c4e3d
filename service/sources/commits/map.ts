import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listRefs, readHead } from '../../git/bare-repository.ts';
import type { Identity, MappedRef } from '../../vocabulary/history.ts';
import { isHidden } from '../git/hidden-refs.ts';
import type { MapResult, SourceContext } from '../source.ts';
import { atCommits } from './branch-tips.ts';
import { countCommits, keptCommitCount } from './commit-count.ts';
import { rewriteIdentities } from './rewrite-identities.ts';

export interface MapJob {
  identities: Map<string, Identity>;
  includeHiddenRefs: boolean;
}

/** Packs of a repository, absolute. */
export async function packsOf(repository: string): Promise<string[]> {
  const folder = join(repository, 'objects/pack');
  const names = await readdir(folder);
  return names.filter((name) => name.endsWith('.pack')).map((name) => join(folder, name));
}

/** What HEAD is to name: the source's own choice, else the usual names, else the first branch. */
async function chooseHead(staging: string, refs: readonly MappedRef[]): Promise<string | null> {
  const branches = refs.map((ref) => ref.name).filter((name) => name.startsWith('refs/heads/'));
  const head = await readHead(staging);
  const wanted = [head ?? '', 'refs/heads/main', 'refs/heads/master', 'refs/heads/trunk'];
  return wanted.find((name) => branches.includes(name)) ?? branches[0] ?? null;
}

/** Staging to final refs. Without mapped identities nothing changes: same refs, same objects, same packs. */
export async function map(job: MapJob, context: SourceContext): Promise<MapResult> {
  const staging = join(context.folder, 'staging.git');
  const wanted = (await listRefs(staging, context.signal)).filter(
    ({ name }) => job.includeHiddenRefs || !isHidden(name),
  );
  const { refs, findings } = await atCommits(staging, wanted, context.signal);
  const head = await chooseHead(staging, refs);
  if (job.identities.size > 0) {
    const rewritten = await rewriteIdentities(refs, job.identities, context);
    const packs = [...rewritten.packs, ...(await packsOf(staging))];
    return { ...rewritten, head, findings: [...findings, ...rewritten.findings], packs };
  }
  const kept = job.includeHiddenRefs ? null : await keptCommitCount(context.folder);
  const oids = refs.map((ref) => ref.oid);
  return {
    refs,
    head,
    commit_count: kept ?? (await countCommits(staging, oids, context.signal)),
    findings,
    checks: [],
    packs: await packsOf(staging),
  };
}
