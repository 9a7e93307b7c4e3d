import { expect, test } from 'vitest';
import { isDotGit } from './dot-git.ts';

const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

test.each([
  '.git',
  '.GIT',
  '.Git',
  '.git ',
  '.git.',
  '.git . .',
  '.git::$INDEX_ALLOCATION',
  '.git:stream',
  'git~1',
  'GIT~1',
  'a\\.git',
  'a\\git~1 ',
  '.g\u200cit',
  '\ufeff.git',
  '.gi\u202et',
  '.git\u206a',
])('%j would be the .git folder somewhere, as text and as bytes', (name) => {
  expect(isDotGit(latin1(name))).toBe(true);
  expect(isDotGit(name)).toBe(true);
});

test.each(['.gitignore', '.gitattributes', 'git', '.github', 'git~2', '.gitx', '.git-', 'x.git', '. git', '.g it'])(
  '%j is an ordinary name',
  (name) => expect(isDotGit(latin1(name))).toBe(false),
);
