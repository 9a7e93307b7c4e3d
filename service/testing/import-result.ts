/** What became of an import, to be compared with what becomes of another one of the same source. */
import { join } from 'node:path';
import type { TestEngine } from './engine.ts';
import { git } from './git-sources.ts';

/** All that is said of an import into a repository of acme, and found there, without times. */
export async function resultOf(engine: TestEngine, repo: string) {
  const { body: report } = await engine.api('GET', `/repos/acme/${repo}/import/report`);
  const path = join(engine.folder, 'repositories/acme', `${repo}.git`);
  git(path, ['fsck', '--strict']);
  const refs = git(path, ['for-each-ref', '--format=%(refname) %(objectname) %(symref) %(tree)']).split('\n');
  return {
    // Of notes each update is a commit.
    refs: refs.map((ref) => ref.replace(/^(refs\/notes\/gantry) \S+/, '$1')),
    head: git(path, ['symbolic-ref', 'HEAD']),
    verdict: JSON.parse(JSON.stringify(report.verdict).replace(/\d{4}-\d\d-\d\dT[\d:]+Z/g, '')),
    findings: report.findings.map(({ kind, count }: { kind: string; count: number }) => `${kind} ${count}`).sort(),
    counts: report.counts,
  };
}
