/** A Git repository with many commits, authors, merges and tags, as a `git fast-import` stream. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { Random, textLine } from './random.ts';

/** Authors of the generated repository; every second one is mapped in the rewriting bench. */
export const GIT_AUTHORS = Array.from({ length: 40 }, (_, i) => ({
  name: `Developer ${i + 1}`,
  email: `developer${i + 1}@old.example.org`,
}));

/**
 * Writes the stream and ends it. Files and changes are of the size that the Subversion bench uses.
 * @param extra gives a file that a commit brings besides
 */
export async function writeGitHistory(
  out: Writable,
  commits: number,
  files: number,
  seed = 11,
  extra: (commit: number) => { path: string; content: Buffer } | null = () => null,
): Promise<void> {
  const random = new Random(seed);
  const emit = async (text: string | Buffer) => {
    if (!out.write(text)) await once(out, 'drain');
  };
  const contents = new Map<string, string[]>();
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  for (let i = 1; i <= commits; i++) {
    const { name, email } = random.pick(GIT_AUTHORS);
    const who = `${name} <${email}> ${1_200_000_000 + i * 600} +0100`;
    await emit(
      `commit refs/heads/main\nmark :${i}\nauthor ${who}\ncommitter ${who}\n${data(`Change ${i}\n\n${textLine(random)}\n`)}`,
    );
    if (i > 50 && i % 40 === 0) await emit(`merge :${i - 2 - random.below(40)}\n`);
    for (let k = 1 + random.below(4); k > 0; k--) {
      const path = `src/module${random.below(Math.max(1, Math.round(files / 15)))}/file${random.below(files)}.c`;
      const lines = contents.get(path) ?? Array.from({ length: 30 + random.below(400) }, () => textLine(random));
      lines.splice(random.below(lines.length), 1, textLine(random));
      contents.set(path, lines);
      await emit(`M 100644 inline ${path}\n${data(`${lines.join('\n')}\n`)}`);
    }
    const more = extra(i);
    if (more !== null) {
      await emit(`M 100644 inline ${more.path}\ndata ${more.content.length}\n`);
      await emit(more.content);
      await emit('\n');
    }
    if (i % 500 === 0) await emit(`tag v${i}\nfrom :${i}\ntagger ${who}\n${data(`Release ${i}\n`)}`);
  }
  await emit('done\n');
  out.end();
  await once(out, 'finish');
}

/** One commit, and as many branches and tags on it as asked for: `main` is one of them. */
export function makeRefs(repository: string, refs: number): void {
  const git = (args: string[], input = '') =>
    execFileSync('git', ['--git-dir', repository, ...args], { input, encoding: 'utf8' }).trim();
  const who = 'Ann <ann@example.org> 1500000000 +0000';
  const stream = `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\ndata 2\nc\n\nM 100644 inline f\ndata 2\nf\n\ndone\n`;
  git(['fast-import', '--quiet', '--done'], stream);
  const tip = git(['rev-parse', 'main']);
  const names = Array.from(
    { length: refs - 1 },
    (_, n) => `refs/${n % 2 === 0 ? 'heads' : 'tags'}/group-${n % 97}/ref-${n}`,
  );
  // A file for each ref would take longer than all that is measured.
  const lines = [...names, 'refs/heads/main'].sort().map((name) => `${tip} ${name}\n`);
  writeFileSync(join(repository, 'packed-refs'), `# pack-refs with: peeled fully-peeled sorted \n${lines.join('')}`);
}
