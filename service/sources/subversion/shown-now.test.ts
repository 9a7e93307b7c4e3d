/** A server that hid revisions from a login (`authz`), and shows them when the import is brought up to date. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSvnSource, projectHistory, serveSvn } from '../../testing/svn-sources.ts';
import { subversionSource } from './index.ts';
import { importAll } from './testing/import-all.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-shown-now-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['all', ['secret/file']],
  ['a part', ['secret/file', 'open']],
])('%s of a revision: the sentence says so, and not that the source is another one', async (name, touched) => {
  const path = makeSvnSource(folder, name.replace(' ', '-'), projectHistory('', 4));
  const trunk = `file://${path}/trunk`;
  const svn = (...args: string[]) => execFileSync('svn', args);
  svn('mkdir', '-q', '-m', 'folders', `${trunk}/secret`, `${trunk}/open`);
  const copy = join(folder, `wc-${basename(path)}`);
  svn('checkout', '-q', trunk, copy);
  for (const [index, file] of touched.entries()) writeFileSync(join(copy, index === 0 ? file : `${file}/file`), '1');
  svn('add', '-q', ...touched.map((file, index) => join(copy, index === 0 ? file : `${file}/file`)));
  svn('commit', '-q', '-m', 'what is in them', copy);
  const server = await serveSvn(folder, [path], null);
  try {
    const rules = (text: string) => writeFileSync(join(path, 'conf/authz'), text);
    writeFileSync(join(path, 'conf/svnserve.conf'), '[general]\nanon-access = read\nauthz-db = authz\n');
    rules('[/]\n* = r\n[/trunk/secret]\n* =\n');
    const address = `${server.url}/${basename(path)}`;
    const { context } = await importAll(folder, address);
    rules('[/]\n* = r\n');
    await expect(subversionSource.fetch(address, context)).rejects.toMatchObject({ key: 'source.shown_now' });
    rules('[/]\n* = r\n[/trunk/secret]\n* =\n');
    await subversionSource.fetch(address, context);
  } finally {
    await server.stop();
  }
});
