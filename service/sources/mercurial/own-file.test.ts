/** What lies in the place of a repository's files and is none of them. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requirementsOf, sharedFolder } from './requirements.ts';
import { canReadOwnFiles, readOwnHistory } from './revlogs/own-files.ts';
import { HgWorkspace } from './testing/hg.ts';

let folder: string;
let source: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-own-file-'));
  const workspace = new HgWorkspace(join(folder, 'source'));
  workspace.write('file', 'text\n');
  workspace.commit('one');
  source = workspace.path;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nothing = () => undefined;
const receiver = {
  changeset: nothing,
  manifest: nothing,
  file: nothing,
  fileRevision: nothing,
  breathe: async () => undefined,
};
const readAll = (repository: string) => readOwnHistory(repository, receiver);

const READERS = {
  requires: requirementsOf,
  'store/requires': requirementsOf,
  sharedpath: sharedFolder,
  'store/00changelog.i': requirementsOf,
  'store/00manifest.i': requirementsOf,
  bookmarks: requirementsOf,
  'cache/tags2-visible': requirementsOf,
  'store/phaseroots': canReadOwnFiles,
  'store/fncache': readAll,
  'store/data/file.i': readAll,
} as const;

/** A copy of the source in which something else lies in a file's place. */
function withOther(name: string, put: (path: string) => void): { repository: string; path: string } {
  const repository = mkdtempSync(join(folder, 'other-'));
  cpSync(source, repository, { recursive: true });
  const path = join(repository, '.hg', name);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  put(path);
  return { repository, path };
}

describe.runIf(process.platform !== 'win32').each(Object.entries(READERS))('%s', (name, read) => {
  it.each([
    ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
    ['a device without an end', (path: string) => symlinkSync('/dev/zero', path)],
  ])('%s is not waited for, and is said', async (_, put) => {
    const { repository, path } = withOther(name, put);
    await expect((async () => read(repository))()).rejects.toMatchObject({
      key: 'mercurial.no_file',
      parameters: { path },
    });
  });
});

it('a list of requirements that is longer than any is not read', () => {
  const { repository } = withOther('requires', (path) => writeFileSync(path, 'store\n'.repeat(20_000)));
  expect(() => requirementsOf(repository)).toThrow(expect.objectContaining({ key: 'mercurial.no_file' }));
});
