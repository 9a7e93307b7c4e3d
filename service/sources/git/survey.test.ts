/** A look at what is no folder of a repository: a bundle, and an address without the .git at its end. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { git, historyStream, makeGitSource } from '../../testing/git-sources.ts';
import { surveyGit } from './survey.ts';

let folder: string;
let source: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry looks '));
  source = makeGitSource(folder, 'source.git', historyStream(4));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function look(url: string) {
  const privateFolder = mkdtempSync(join(folder, 'survey '));
  return surveyGit({ url, credentials: null, privateFolder } as never, new AbortController().signal);
}

it('counts a bundle as it counts the repository that it was made of', async () => {
  const bundle = join(folder, 'whole.bundle');
  git(source, ['bundle', 'create', '--quiet', bundle, '--all']);
  const { cloned_from: _, ...counted } = await look(source);
  expect(counted.revisions).toBe(4);
  expect(await look(bundle)).toEqual(counted);
});

it('finds the repository that git finds without its .git', async () => {
  expect(await look(source.replace(/\.git$/, ''))).toEqual(await look(source));
  // A folder of that name that is no repository is passed over by git, too.
  mkdirSync(join(folder, 'source'));
  expect(await look(join(folder, 'source'))).toEqual(await look(source));
});
