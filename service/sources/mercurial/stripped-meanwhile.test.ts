/** A repository whose newest changeset is stripped between two questions to hg: it arrives as it is then. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mercurialSource } from './index.ts';
import { HgWorkspace } from './testing/hg.ts';
import { importAll } from './testing/import-all.ts';

let folder: string;
const before = process.env.PATH ?? '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry stripped '));
});
afterAll(() => {
  process.env.PATH = before;
  rmSync(folder, { recursive: true, force: true });
});

/** Puts an hg first that strips the tip of a repository once, before or after a command of its server. @returns the file that says so */
function stripping(repository: string, command: string, when: 'before' | 'after'): string {
  const real = execFileSync('which', ['hg'], { encoding: 'utf8', env: { ...process.env, PATH: before } }).trim();
  const programs = mkdtempSync(join(folder, 'programs-'));
  const [extension, done] = [join(programs, 'strips.py'), join(programs, 'done')];
  const strip = JSON.stringify([real, '-R', repository, '--config', 'extensions.strip=', 'strip', '-q', '--no-backup']);
  writeFileSync(
    extension,
    `import os, subprocess
from mercurial import commands, extensions

def strips(repo):
    if os.path.exists(${JSON.stringify(done)}): return
    open(${JSON.stringify(done)}, 'w').close()
    subprocess.check_call(${strip} + ['-r', 'tip'], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    repo.invalidateall()

def wrapped(orig, ui, repo, *args, **options):
    ${when === 'before' ? 'strips(repo)\n    return orig(ui, repo, *args, **options)' : 'result = orig(ui, repo, *args, **options)\n    strips(repo)\n    return result'}

def extsetup(ui):
    extensions.wrapcommand(commands.table, b'${command}', wrapped)
`,
  );
  writeFileSync(join(programs, 'hg'), `#!/bin/sh\nexec '${real}' --config 'extensions.strips=${extension}' "$@"\n`);
  chmodSync(join(programs, 'hg'), 0o755);
  process.env.PATH = `${programs}${delimiter}${before}`;
  return done;
}

test.each([
  ['before its heads are asked for', 'before'],
  ['after its heads were told', 'after'],
] as const)('%s', async (_when, when) => {
  const hg = new HgWorkspace(join(folder, `hg ${when}`));
  for (const text of ['1', '2', '3']) {
    hg.write('a', text);
    hg.commit(text);
  }
  const [, second = ''] = hg.nodes();
  const done = stripping(hg.path, 'heads', when);
  const lines: string[] = [];
  const { fetched, mapped, context } = await importAll(hg.path, join(folder, `import ${when}`), new Map(), lines);
  process.env.PATH = before;
  expect(existsSync(done)).toBe(true);
  expect(hg.nodes().at(-1)).toBe(second);
  expect(lines.join('\n')).toContain('the repository changed meanwhile');
  expect(fetched.commit_count).toBe(2);
  const repository = join(context.folder, 'staging.git');
  const checks = await mercurialSource.verify(hg.path, repository, mapped, {
    ...context,
    published: Promise.resolve(),
  } as Parameters<typeof mercurialSource.verify>[3]);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
});
