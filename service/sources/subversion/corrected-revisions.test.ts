/** Authors, dates and messages that the source corrected after their revisions came: the import goes on, and says of which. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSvnSource, projectHistory, serveSvn } from '../../testing/svn-sources.ts';
import { subversionSource } from './index.ts';
import { importAll, newContext } from './testing/import-all.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-corrected-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function correct(path: string, revision: number, property: string, value: string): void {
  const file = join(folder, 'value');
  writeFileSync(file, value);
  // svnadmin reads the file in the language of its surroundings.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  execFileSync('svnadmin', ['setrevprop', '-r', String(revision), path, property, file], { env });
}

it.each(['a folder', 'a server'])('%s', async (from) => {
  const path = makeSvnSource(folder, from.replace(' ', '-'), projectHistory('', 30));
  const server = from === 'a server' ? await serveSvn(folder, [path], null) : null;
  const url = server === null ? `file://${path}` : `${server.url}/${from.replace(' ', '-')}`;
  try {
    const { context } = await importAll(folder, url);
    const again = await subversionSource.fetch(url, context);
    expect(again.findings.filter(({ kind }) => kind === 'revision_corrected')).toEqual([]);
    // None of these is one of the few whose paths are compared.
    correct(path, 2, 'svn:log', 'größere Worte\nin zwei Zeilen\n');
    correct(path, 3, 'svn:author', 'renée');
    correct(path, 5, 'svn:date', '2001-02-03T04:05:06.000000Z');
    execFileSync('svn', ['mkdir', '-q', '-m', 'later', `file://${path}/later`]);
    const updated = await subversionSource.fetch(url, context);
    expect(updated.commit_count).toBe(again.commit_count + 1);
    const finding = updated.findings.find(({ kind }) => kind === 'revision_corrected');
    expect(finding).toMatchObject({ severity: 'warning', count: 3 });
    expect(finding?.examples).toEqual([
      expect.stringMatching(/^r2: “.+” → “größere Worte”$/),
      expect.stringMatching(/^r3: .+ → renée$/),
      expect.stringMatching(/^r5: .+ → 2001-02-03T04:05:06Z$/),
    ]);
  } finally {
    await server?.stop();
  }
});

it.each(['folder', 'server'])('a revision that svndumpfilter emptied since is another history: %s', async (from) => {
  const path = makeSvnSource(folder, `whole-${from}`, projectHistory('', 30));
  const name = `filtered-${from}`;
  const filtered = join(folder, name);
  const dump = execFileSync('svnadmin', ['dump', '-q', path], { maxBuffer: 1 << 28 });
  const added =
    execFileSync('svnlook', ['changed', '-r', '3', path], { encoding: 'utf8' }).trim().split(/\s+/)[1] ?? '';
  execFileSync('svnadmin', ['create', filtered]);
  const left = execFileSync('svndumpfilter', ['exclude', '--quiet', added], { input: dump, maxBuffer: 1 << 28 });
  // As its manual has it: the same numbers, and the same UUID.
  execFileSync('svnadmin', ['load', '-q', '--force-uuid', filtered], { input: left });
  const server = from === 'server' ? await serveSvn(folder, [path, filtered], null) : null;
  const url = (of: string) => (server === null ? `file://${join(folder, of)}` : `${server.url}/${of}`);
  try {
    const { context } = await importAll(folder, url(`whole-${from}`));
    await expect(subversionSource.fetch(url(name), context)).rejects.toMatchObject({
      ...{ key: 'source.other_history', parameters: { revision: 'r3' } },
    });
  } finally {
    await server?.stop();
  }
});

it('a message of a hundred thousand characters is the same as it was', async () => {
  const path = makeSvnSource(folder, 'long', projectHistory('', 30));
  correct(path, 3, 'svn:log', `first\n${'a line of many\n'.repeat(10_000)}`);
  const { context } = await importAll(folder, `file://${path}`);
  const again = await subversionSource.fetch(`file://${path}`, context);
  expect(again.findings.filter(({ kind }) => kind === 'revision_corrected')).toEqual([]);
});

/** Does something while a program of Subversion's is another one; in it `$0` is the real one. */
async function withProgram(name: string, script: string, work: () => Promise<void>): Promise<void> {
  const bin = mkdtempSync(join(folder, 'bin-'));
  const usual = process.env.PATH;
  const program = execFileSync('which', [name], { encoding: 'utf8' }).trim();
  writeFileSync(join(bin, name), `#!/bin/sh\n${script.replaceAll('$0', `'${program}'`)}\n`);
  chmodSync(join(bin, name), 0o755);
  process.env.PATH = `${bin}${delimiter}${usual}`;
  try {
    await work();
  } finally {
    process.env.PATH = usual;
  }
}

it('authors that come from a server otherwise than its log has them are told with the first import', async () => {
  const path = makeSvnSource(folder, 'mixed-up', projectHistory('', 12));
  const server = await serveSvn(folder, [path], null);
  try {
    // As behind a proxy that takes one answer for another.
    await withProgram('svnrdump', `$0 "$@" | sed 's/^sven$/eves/'`, async () => {
      const { findings } = await importAll(folder, `${server.url}/mixed-up`);
      const finding = findings.find(({ kind }) => kind === 'revision_corrected');
      expect(finding).toMatchObject({ severity: 'warning', count: 14 });
      expect(finding?.examples[0]).toBe('r1: eves → sven');
    });
  } finally {
    await server.stop();
  }
});

it('a server that falls silent when its log is asked for is told; the next attempt compares what came', async () => {
  const path = makeSvnSource(folder, 'silent', projectHistory('', 12));
  const server = await serveSvn(folder, [path], null);
  const context = { ...newContext(folder), silenceMs: 2000 };
  const fetch = () => subversionSource.fetch(`${server.url}/silent`, context);
  try {
    await withProgram('svn', `case "$*" in *"--xml -r 1:14"*) exec sleep 60;; esac\nexec $0 "$@"`, async () => {
      await expect(fetch()).rejects.toMatchObject({ key: 'connection.silent' });
    });
    const { commit_count, findings } = await fetch();
    expect(commit_count).toBe(14);
    expect(findings.filter(({ kind }) => kind === 'revision_corrected')).toEqual([]);
  } finally {
    await server.stop();
  }
});

it.each([
  ['are no UTF-8', 'folder', '\xf6'],
  ['are no UTF-8', 'server', '\xf6'],
  ['hold what svn does not print', 'server', '\x1b'],
  ['hold what svn prints nothing behind', 'folder', '\0'],
])('a message and an author that %s are nothing that was corrected: %s', async (_, from, character) => {
  const name = `bytes-${from}-${character.charCodeAt(0)}`;
  const whole = makeSvnSource(folder, `${name}-before`, projectHistory('', 3));
  const path = join(folder, name);
  const dump = execFileSync('svnadmin', ['dump', '-q', whole], { encoding: 'latin1' });
  const bytes = dump.replaceAll('\nsven\n', `\nJ${character}rg\n`).replaceAll(/(?<=\nsvn:log\nV \d+\n)./g, character);
  execFileSync('svnadmin', ['create', path]);
  const input = Buffer.from(bytes, 'latin1');
  execFileSync('svnadmin', ['load', '-q', '--bypass-prop-validation', path], { input });
  const server = from === 'server' ? await serveSvn(folder, [path], null) : null;
  const url = server === null ? `file://${path}` : `${server.url}/${name}`;
  try {
    const { context, findings } = await importAll(folder, url);
    const again = await subversionSource.fetch(url, context);
    const told = [...findings, ...again.findings].filter(({ kind }) => kind === 'revision_corrected');
    expect(told).toEqual([]);
    expect(findings.some(({ kind }) => kind === 'message_with_nul')).toBe(character === '\0');
  } finally {
    await server?.stop();
  }
});
