/** Git LFS: mapping, conversion, push and verification against `git lfs migrate import --everything --above=...`. */
import { execFileSync } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { writeGitHistory } from './git-repository.ts';
import { measure, median, pairedRatio } from './measure.ts';
import { type Row, say } from './table.ts';

/** How many times as fast as the peer the conversion promises to be. */
const PROMISED = 10;
/** The threshold of both, in bytes: lowered, so that the history and not the contents are measured. */
const THRESHOLD = 1_000_000;
const FILES = 600;
/** A large file changes in every so many commits. */
const EVERY = 400;

interface Converted {
  seconds: number;
  verified: boolean;
  commits: number;
  files: number;
  repository: string;
}

export async function benchLargeFiles(folder: string, options: { runs: number; commits: number }): Promise<Row[]> {
  say(`Making a Git repository of ${options.commits} commits, some with large files…`);
  const repository = join(folder, 'large.git');
  execFileSync('git', ['init', '-q', '--bare', '--initial-branch=main', repository]);
  await measure('git', ['-C', repository, 'fast-import', '--quiet', '--done'], {
    input: (stdin) => writeGitHistory(stdin as Writable, options.commits, FILES, 11, largeFile),
  });
  const ours: number[] = [];
  const peers: number[] = [];
  let files = 0;
  for (let run = 1; run <= options.runs; run++) {
    const data = mkdtempSync(join(folder, 'data-'));
    const script = join(import.meta.dirname, 'engine-large-files.ts');
    const { stdout } = await measure(process.execPath, [script, data, repository, String(THRESHOLD)]);
    const converted = JSON.parse(stdout) as Converted;
    if (!converted.verified || converted.commits !== options.commits) throw new Error(`Gantry gave ${stdout}`);
    files = converted.files;
    ours.push(converted.seconds);
    const objects = lfsObjects(converted.repository);

    const peer = join(folder, 'peer.git');
    cpSync(repository, peer, { recursive: true });
    const arguments_ = ['lfs', 'migrate', 'import', '--everything', `--above=${THRESHOLD}b`, '--yes'];
    const { seconds } = await measure('git', arguments_, { cwd: peer, env: { ...process.env, HOME: data } });
    peers.push(seconds);
    const theirs = lfsObjects(peer);
    if (objects !== theirs) throw new Error('Gantry and git-lfs did not make the same objects.');
    for (const used of [data, peer]) rmSync(used, { recursive: true });
    say(`Git LFS ${run}/${options.runs}: Gantry ${ours.at(-1)?.toFixed(2)} s, git lfs migrate ${seconds.toFixed(2)} s`);
  }
  const faster = pairedRatio(peers, ours);
  return [
    {
      what: `Git LFS, ${options.commits} commits, ${files} large contents, mapping, conversion, push and verification, against git lfs migrate import`,
      gantry: `${median(ours).toFixed(2)} s`,
      peer: `${median(peers).toFixed(2)} s`,
      ratio: `${faster.toFixed(1)}x as fast`,
      promised: `>= ${PROMISED}x`,
      ok: faster >= PROMISED,
    },
  ];
}

/** A file that comes with a commit: few paths, again and again with other content. */
function largeFile(commit: number): { path: string; content: Buffer } | null {
  if (commit % EVERY !== 100) return null;
  return {
    path: `assets/pack${commit % 7}/recording ${commit % 3}.bin`,
    content: randomFillSync(Buffer.alloc(THRESHOLD + 100_000 + commit)),
  };
}

/** Names of a repository's LFS objects, which are the SHA-256 of their contents. */
function lfsObjects(repository: string): string {
  const names = readdirSync(join(repository, 'lfs/objects'), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /[0-9a-f]{64}$/.test(name))
    .sort()
    .join('\n');
}
