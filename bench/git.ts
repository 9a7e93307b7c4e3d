/** Git: the whole import against `git clone --mirror`, author rewriting against `git filter-repo --mailmap`. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EngineRun, loopRow, memoryRow, runEngine } from './engine.ts';
import { GIT_AUTHORS, writeGitHistory } from './git-repository.ts';
import { measure, median, pairedRatio } from './measure.ts';
import { type Row, say } from './table.ts';

const FILES = 600;
/** Commits a second and core that the rewriting promises, or six times the peer. */
const PROMISED_RATE = 20_000;
const PROMISED_RATIO = 6;
/** Times of a clone that a whole import takes. */
const PROMISED_TIME = 1.03;

export async function benchGit(folder: string, options: { runs: number; commits: number }): Promise<Row[]> {
  say(`Making a Git repository of ${options.commits} commits…`);
  const repository = join(folder, 'git.git');
  execFileSync('git', ['init', '-q', '--bare', '--initial-branch=main', repository]);
  await measure('git', ['-C', repository, 'fast-import', '--quiet', '--done'], {
    input: (stdin) => writeGitHistory(stdin as import('node:stream').Writable, options.commits, FILES),
  });
  const mapped = GIT_AUTHORS.filter((_, i) => i % 2 === 0);
  const target = (i: number) => `New Name ${i} <new${i}@new.example.org>`;
  const authorMap = join(folder, 'authors.txt');
  writeFileSync(authorMap, mapped.map(({ name, email }, i) => `${name} <${email}> = ${target(i)}\n`).join(''));
  const mailmap = join(folder, 'mailmap');
  writeFileSync(mailmap, mapped.map(({ name, email }, i) => `${target(i)} ${name} <${email}>\n`).join(''));
  // Without file:// a clone only links files.
  const address = `file://${repository}`;

  const ours: EngineRun[] = [];
  const clones: number[] = [];
  const rewrites: number[] = [];
  const filters: number[] = [];
  for (let run = 1; run <= options.runs; run++) {
    ours.push(await runEngine(folder, address, 'git'));
    const clone = join(folder, 'clone.git');
    clones.push((await measure('git', ['clone', '-q', '--mirror', address, clone])).seconds);
    rewrites.push((await runEngine(folder, address, 'git', authorMap)).rewriteSeconds ?? Number.NaN);
    filters.push(
      (await measure('git', ['filter-repo', '--quiet', '--force', '--mailmap', mailmap], { cwd: clone })).seconds,
    );
    rmSync(clone, { recursive: true });
    say(
      `Git ${run}/${options.runs}: Gantry ${ours.at(-1)?.seconds.toFixed(2)} s, clone ${clones.at(-1)?.toFixed(2)} s; rewriting ${rewrites.at(-1)?.toFixed(2)} s, filter-repo ${filters.at(-1)?.toFixed(2)} s`,
    );
  }
  const gantry = median(ours.map((run) => run.seconds));
  const clone = median(clones);
  const rewrite = median(rewrites);
  const filter = median(filters);
  const rate = options.commits / rewrite;
  const beside = pairedRatio(
    ours.map((run) => run.seconds),
    clones,
  );
  const faster = pairedRatio(filters, rewrites);
  return [
    {
      what: `Git, ${options.commits} commits, whole import, against git clone --mirror`,
      gantry: `${gantry.toFixed(2)} s`,
      peer: `${clone.toFixed(2)} s`,
      ratio: `${beside.toFixed(2)}x its time`,
      promised: `<= ${PROMISED_TIME}x`,
      ok: beside <= PROMISED_TIME,
    },
    {
      what: 'Git, mapping, push and verification with half of the authors mapped, against git filter-repo --mailmap',
      gantry: `${rewrite.toFixed(2)} s`,
      peer: `${filter.toFixed(2)} s`,
      ratio: `${Math.round(rate)} commits/s, ${faster.toFixed(1)}x as fast`,
      promised: `>= ${PROMISED_RATE} commits/s or ${PROMISED_RATIO}x`,
      ok: rate >= PROMISED_RATE || faster >= PROMISED_RATIO,
    },
    memoryRow('Git', ours, 512),
    loopRow('Git', ours),
  ];
}
