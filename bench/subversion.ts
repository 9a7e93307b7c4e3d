/** Subversion: Gantry, svn-all-fast-export and git svn on one generated repository. */
import { execFileSync } from 'node:child_process';
import { createReadStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type EngineRun, loopRow, memoryRow, runEngine } from './engine.ts';
import { measure, median, pairedRatio } from './measure.ts';
import { writeSubversionDump } from './subversion-repository.ts';
import { type Row, say } from './table.ts';

const FILES = 400;

const RULES = `create repository project
end repository
match /trunk/
  repository project
  branch master
end match
match /branches/([^/]+)/
  repository project
  branch \\1
end match
match /tags/([^/]+)/
  repository project
  branch refs/tags/\\1
end match
match /
end match
`;

export async function benchSubversion(
  folder: string,
  options: { runs: number; revisions: number; gitSvn: boolean },
): Promise<Row[]> {
  say(`Making a Subversion repository of ${options.revisions} revisions…`);
  const repository = join(folder, 'subversion');
  const dump = join(folder, 'subversion.dump');
  await writeSubversionDump(dump, options.revisions, FILES);
  execFileSync('svnadmin', ['create', repository]);
  await measure('svnadmin', ['load', '-q', repository], { input: (stdin) => pipeline(createReadStream(dump), stdin) });
  rmSync(dump);
  const rules = join(folder, 'rules');
  writeFileSync(rules, RULES);

  const ours: EngineRun[] = [];
  const exported: number[] = [];
  for (let run = 1; run <= options.runs; run++) {
    ours.push(await runEngine(folder, repository, 'subversion'));
    const work = join(folder, 'fast-export');
    mkdirSync(work);
    exported.push((await measure('svn-all-fast-export', ['--rules', rules, repository], { cwd: work })).seconds);
    rmSync(work, { recursive: true });
    say(
      `Subversion ${run}/${options.runs}: Gantry ${ours.at(-1)?.seconds.toFixed(2)} s, svn-all-fast-export ${exported.at(-1)?.toFixed(2)} s`,
    );
  }
  const seconds = ours.map((run) => run.seconds);
  const gantry = median(seconds);
  const rows: Row[] = [
    row('svn-all-fast-export', gantry, median(exported), pairedRatio(exported, seconds), 3, options.revisions),
  ];
  if (options.gitSvn) {
    say('git svn clone, once (this takes minutes)…');
    const work = join(folder, 'git-svn');
    const clone = await measure('git', ['svn', 'clone', '--quiet', '--stdlayout', `file://${repository}`, work]);
    rows.push(row('git svn clone', gantry, clone.seconds, clone.seconds / gantry, 60, options.revisions));
  }
  return [...rows, memoryRow('Subversion', ours, 512), loopRow('Subversion', ours)];
}

function row(peer: string, gantry: number, seconds: number, ratio: number, promised: number, revisions: number): Row {
  return {
    what: `Subversion, ${revisions} revisions, whole import, against ${peer}`,
    gantry: `${gantry.toFixed(2)} s`,
    peer: `${seconds.toFixed(1)} s`,
    ratio: `${ratio.toFixed(1)}x as fast`,
    promised: `>= ${promised}x`,
    ok: ratio >= promised,
  };
}
