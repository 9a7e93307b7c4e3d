import { describe, expect, it } from 'vitest';
import { refusalsOf, tellingLines } from './refusal-words.ts';

const refused = (reason = 'pre-receive hook declined') => [{ ref: 'refs/heads/main', reason }];
const lines = (text: string) => text.split('\n').map((line) => line.trim());

/** From issues and documents of the hosts and of who pushed to them, shortened to what differs. */
const SAID: readonly (readonly [reason: string, text: string, why?: string])[] = [
  [
    'large_files',
    'error: GH001: Large files detected. You may want to try Git Large File Storage - https://git-lfs.github.com.',
  ],
  [
    'large_files',
    "error: File Project/kin_dataset.csv is 384.99 MB; this exceeds GitHub's file size limit of 100.00 MB",
  ],
  [
    'large_files',
    'GitLab: You are attempting to check in one or more blobs which exceed the 100.0MiB limit:\n\n- 7e11e38cda9301485d0584b9accbe9128d9747c1 (101 MiB)',
  ],
  ['large_files', 'GitLab: You are attempting to check in one or more files which exceed the 100MiB limit:'],
  ['large_files', 'GitLab: File "file.bin" is larger than the allowed size of 1 MB. Use Git LFS to manage this file.'],
  [
    'secrets',
    'GitLab: \nPUSH BLOCKED: Secrets detected in code changes\n\nSecret push protection found the following secrets in commit: 123abc\n-- myFile.txt:2 | GitLab Personal Access Token',
  ],
  [
    'large_files',
    'Push contains files exceeding the size limit:\n\n  31c3dd7f2bf911dc68461ec6cbff002d9cce017d\n      Size: 179064597B',
  ],
  ['secrets', 'error: GH009: Secrets detected! This push failed.\n\n             GITHUB PUSH PROTECTION (beta)'],
  ['secrets', '', 'VS403654: The push was rejected because it contains one or more secrets.'],
  [
    'lfs',
    'error: GH008: Your push referenced at least 2 unknown Git LFS objects:\n    b42980bf0c920af7cd25df7d9e1cf2c2cef5eb466ce692451596ce34e0d90c21',
  ],
  ['lfs', 'GitLab: LFS objects are missing. Ensure LFS is properly set up or try a manual "git lfs push --all".'],
  [
    'room',
    'GitLab: Your push to this repository cannot be completed as it would exceed the allocated storage for your project. Contact your GitLab administrator for more information.',
  ],
  [
    'room',
    'GitLab: Your push to this repository cannot be completed because this repository has exceeded the allocated storage for your project.',
  ],
  [
    'room',
    'repository is in read only mode (over 2 GB size limit).\n\nLearn how to reduce your repository size: https://x',
  ],
  [
    'room',
    'This repository(including wiki) size 1143.71 MB, exceeds 1024.00 MB.\nPush rejected for repository size exceeds limit.',
  ],
  ['room', 'Forgejo: Quota exceeded'],
  [
    'signatures',
    'error: GH006: Protected branch update failed for refs/heads/main.\n\n- Commits must have verified signatures.',
  ],
  [
    'objects',
    'error: object 07bb6b0699a2de1808360ce14354c65e2122b1ea: zeroPaddedFilemode: contains zero-padded file modes\nfatal: fsck error in packed object\nremote unpack failed: unpack-objects abnormal exit',
    'unpacker error',
  ],
  [
    'workflows',
    '',
    'refusing to allow a Personal Access Token to create or update workflow `.github/workflows/ci.yml` without `workflow` scope',
  ],
  [
    'workflows',
    '',
    'refusing to allow a GitHub App to create or update workflow `.github/workflows/ci.yml` without `workflows` permission',
  ],
  ['overwriting', 'error: denying non-fast-forward refs/heads/main (you should pull first)', 'non-fast-forward'],
  ['overwriting', '', 'non-fast forward'],
  ['protected', 'Gitea: Not allowed to push to protected branch main'],
  ['signatures', 'GitLab: Commit must be signed with a GPG key'],
  [
    'people',
    'error: GH007: Your push would publish a private email address.\nYou can make your email public or disable this protection by visiting:\nhttp://github.com/settings/emails',
  ],
  ['people', "GitLab: Committer's email 'ann@old.example' does not follow the pattern '@new\\.example$'"],
  ['people', "GitLab: Author 'ann@old.example' is not a member of team"],
  [
    'people',
    "GitLab: You cannot push commits for 'ann@old.example'. You can only push commits if the committer email is one of your own verified emails.",
  ],
  [
    'people',
    'You can only push your own commits in this repository\nCommit f745066d6e14d36f2f858a31137b03f9fb2cd7c4 was committed by GitHub <noreply@github.com>',
  ],
  [
    'people',
    "ERROR: commit 5640255: email address ann@old.example is not registered in your account, and you lack 'forge committer' permission.",
    'invalid committer',
  ],
  ['messages', "GitLab: Commit message does not follow the pattern 'JIRA-\\d+'"],
  [
    'names',
    'error: GH002: Sorry, branch or tag names consisting of 40 hex characters are not allowed.\nerror: Invalid branch or tag name "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"',
  ],
  [
    'protected',
    'error: GH006: Protected branch update failed for refs/heads/main.\nerror: Cannot force-push to this protected branch',
    'protected branch hook declined',
  ],
  [
    'protected',
    'error: GH013: Repository rule violations found for refs/heads/main.\nReview all repository rules at https://github.com/o/r/rules?ref=refs%2Fheads%2Fmain\n\n- Changes must be made through a pull request.',
    'push declined due to repository rule violations',
  ],
  ['protected', 'GitLab: You are not allowed to push code to protected branches on this project.'],
  ['protected', 'Permission denied to update branch master.'],
  [
    'protected',
    'error: GH013: Repository rule violations found for refs/heads/main.\n\n- This branch must not contain merge commits.\n  Found 1 violation: b22651098c939168abc9a676cd1f52d2e437a5a9',
    'push declined due to repository rule violations',
  ],
  [
    'protected',
    'error: GH013: Repository rule violations found for refs/heads/main.\n\n- Cannot force-push to this branch',
    'push declined due to repository rule violations',
  ],
  ['names', 'GitLab: You cannot create a branch with a 40-character hexadecimal branch name.'],
  [
    'protected',
    '',
    'TF402455: Pushes to this branch are not permitted; you must use a pull request to update this branch.',
  ],
];

describe('what a remote says', () => {
  it.each(SAID)('%s: %s', (reason, text, why) => {
    expect(refusalsOf({ refused: refused(why), messages: lines(text ?? '') }).reason).toBe(reason);
  });

  it('that nobody knows is no reason', () => {
    for (const text of ['', 'No.', 'Your ticket ABC-12 is closed', 'The message of the day: be kind'])
      expect(refusalsOf({ refused: refused('hook declined'), messages: lines(text) }).reason).toBeNull();
  });
});

it('which file and which address it is about is told, not where to read what secrets are', () => {
  const said = lines(`error: GH013: Repository rule violations found for refs/heads/main.

    - GITHUB PUSH PROTECTION
      —————————————————————————————————————————
        Resolve the following violations before pushing again

        - Push cannot contain secrets


         (?) Learn how to resolve a blocked push
         https://docs.github.com/code-security/secret-scanning/pushing-a-branch-blocked-by-push-protection

         (?) This repository does not have Secret Scanning enabled, but is eligible. Enable Secret Scanning to view and manage detected secrets.
         Visit the repository settings page, https://github.com/o/r/settings/security_analysis


          —— GitHub Personal Access Token ——————————————————————
           locations:
             - commit: 5477a7dd26384ed3c8b3814ee677f755ad27a597
               path: src/api/github.ts:34

           (?) To push, remove secret from commit(s) or follow this URL to allow the secret.
           https://github.com/o/r/security/secret-scanning/unblock-secret/2gakJrAududURpxlhIZdNlX14ZZ`);
  const { said: told, reason } = refusalsOf({
    refused: refused('push declined due to repository rule violations'),
    messages: said,
  });
  expect(reason).toBe('secrets');
  expect(told).toEqual([
    'GH013: Repository rule violations found for refs/heads/main.',
    '- Push cannot contain secrets',
    'GitHub Personal Access Token',
    'locations:',
    '- commit: 5477a7dd26384ed3c8b3814ee677f755ad27a597',
    'path: src/api/github.ts:34',
    '(?) To push, remove secret from commit(s) or follow this URL to allow the secret.',
    'https://github.com/o/r/security/secret-scanning/unblock-secret/2gakJrAududURpxlhIZdNlX14ZZ',
  ]);
});

it('frames and animals of Bitbucket Server are passed over', () => {
  const art = String.raw`
  (c).-.(c)    (c).-.(c)    (c).-.(c)    (c).-.(c)    (c).-.(c)
   / ._. \      / ._. \      / ._. \      / ._. \      / ._. \
 __\( Y )/__  __\( Y )/__  __\( Y )/__  __\( Y )/__  __\( Y )/__
(_.-/'-'\-._)(_.-/'-'\-._)(_.-/'-'\-._)(_.-/'-'\-._)(_.-/'-'\-._)
   || E ||      || R ||      || R ||      || O ||      || R ||
 _.' ${'`'}-' '._  _.' ${'`'}-' '._  _.' ${'`'}-' '._  _.' ${'`'}-' '._  _.' ${'`'}-' '._
 //////////////%%%%%%%%#########################%%/////////  ///
----------------------------------------------------

Push rejected.

refs/heads/develop: 3207cba3d285ba8f480748912c6b564588cce26c: expected committer email 'a@example.org' but found 'b@example.org'
Branch refs/heads/develop can only be modified through pull requests.`;
  expect(tellingLines(lines(art))).toEqual([
    'Push rejected.',
    "refs/heads/develop: 3207cba3d285ba8f480748912c6b564588cce26c: expected committer email 'a@example.org' but found 'b@example.org'",
    'Branch refs/heads/develop can only be modified through pull requests.',
  ]);
});

it('colours, what Azure DevOps says of each push, and what git says of each refused ref are passed over', () => {
  const said = [
    'Analyzing objects... (6/6) (5 ms)',
    'Storing packfile... done (37 ms)',
    'Storing index... done (31 ms)',
    'error: hook declined to update refs/heads/main',
    '\u001b[31mNo pushes on Fridays.\u001b[0m',
  ];
  expect(tellingLines(said)).toEqual(['No pushes on Fridays.']);
});

it('what is said in other alphabets, and once for each of a thousand refs, stays readable', () => {
  expect(tellingLines(['推送被拒绝：文件太大', 'ОШИБКА: слишком большой файл', 'GitLab: error: no'])).toEqual([
    '推送被拒绝：文件太大',
    'ОШИБКА: слишком большой файл',
    'no',
  ]);
  const many = Array.from({ length: 1_000 }, (_, i) => `refs/heads/b${i} is locked, says the hook of the company`);
  expect(tellingLines(many).length).toBeLessThanOrEqual(10);
  expect(tellingLines(['x'.repeat(5_000)])).toHaveLength(1);
});
