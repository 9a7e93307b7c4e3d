import { expect, test } from 'vitest';
import { gitFailure } from '../git/failures.ts';
import { hgFailure } from '../sources/mercurial/failures.ts';
import { toolFailure } from '../sources/subversion/tool-failure.ts';
import { ownWords } from './own-words.ts';

const WORDS = [
  'x ssl',
  'certificate',
  'timed out',
  'access denied',
  'early eof',
  'disk is full',
  'unexpected',
  'E160004',
];

test.each(WORDS)('a folder called "%s" decides nothing about what git, hg and svn said', (word) => {
  for (const folder of [`/srv/${word}/none`, `/srv/it's/${word}`, `/${word}`]) {
    expect(
      gitFailure(
        `fatal: '${folder}' does not appear to be a git repository\nfatal: Could not read from it`,
        folder,
        false,
      ),
    ).toMatchObject({ key: 'git.not_found' });
    expect(hgFailure(`abort: repository ${folder} not found!`, folder, false)).toMatchObject({
      key: 'mercurial.not_found',
    });
    const url = `file://${encodeURI(folder)}`;
    expect(
      toolFailure(
        'svn',
        url,
        `svn: E180001: Unable to open an ra_local session to URL\nsvn: E180001: Unable to open repository '${url}'`,
      ),
    ).toMatchObject({ key: 'subversion.not_found' });
  }
});

test('a host called after a trouble decides nothing either', () => {
  const url = 'ssh://git@unauthorized.ssl.example/a.git';
  expect(
    gitFailure('ssh: connect to host unauthorized.ssl.example port 22: Connection refused\n', url, false),
  ).toMatchObject({ key: 'connection.no_answer' });
  expect(
    gitFailure('ssh: connect to host not.ssl.example port 22: No route to host\n', 'git@not.ssl.example:x', false),
  ).toMatchObject({ key: 'connection.no_answer' });
});

test('the words of the tool itself stay', () => {
  expect(ownWords("svn: E000111: Can't connect to host 'a b': Connection refused", 'svn://a/b')).toBe(
    "svn: E000111: Can't connect to host '…': Connection refused",
  );
  expect(
    ownWords("fatal: unable to access 'https://h.example/x/': SSL certificate problem", 'https://h.example/x'),
  ).toBe("fatal: unable to access '…': SSL certificate problem");
});
