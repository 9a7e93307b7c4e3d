import { expect, test } from 'vitest';
import { scrub } from './scrub.ts';

test('what our own sentences say stays, with times, numbers and codes', () => {
  const kept = [
    '2026-03-01T12:00:00.123Z warning The connection broke off. Start again.',
    '[2026-03-01 12:00:00.123] [warn] The server did not answer. Waiting for the server. Trying again in 8 seconds.',
    '2026-03-01T12:00:00Z error E170001: Authentication failed (ECONNRESET, SQLITE_FULL, 404), r12345.',
    'Everything was fetched: 60 revisions or commits.',
  ];
  for (const line of kept) expect(scrub(line)).toBe(line);
});

test('no name, address, person or secret is left, however it is written', () => {
  const secrets = [
    'zanzibar',
    'Widgetworks',
    'jane',
    'doe',
    'example',
    'hunter2',
    '10.11.12.13',
    'fe80',
    'ghp_',
    'acme',
    'srv01',
    'Zürich',
    '山田',
    '4915112345678',
    'deadbeefcafe',
    'C:',
    'Users',
  ];
  const lines = [
    'The import into acme/zanzibar goes on where it was cut off.',
    'fatal: unable to access https://jane:hunter2@git.example.com/zanzibar.git/: Could not resolve host: git.example.com',
    'Ended git (process 12), left over from acme. Mail jane.doe@example.com or call 4915112345678.',
    "svn: E170013: Unable to connect to a repository at URL 'svn://srv01.example/Widgetworks/trunk my folder'",
    'error: object deadbeefcafe0123 of C:\\Users\\jane\\zanzibar is missing',
    'The folder /home/jane/Widgetworks (old)/zanzibar.git belongs to no known repository.',
    'token ghp_abcdefABCDEF0123456789 was refused for 10.11.12.13:8080 and [fe80::1]',
    'git-remote-zanzibar: no such Widgetworks; Zürich 山田 zanzibar’s zanzibar-server server.zanzibar',
    'remote: Hello jane! You are connected to srv01 as Jane Doe <jane.doe@example.com>',
  ];
  for (const line of lines) {
    const text = scrub(line).toLowerCase();
    for (const secret of secrets) expect([line, text.includes(secret.toLowerCase())]).toEqual([line, false]);
  }
  // What is behind the cut is not even looked at.
  expect(scrub(`${'x'.repeat(5000)} The import goes on.`)).toBe('<…>');
  expect(scrub('x'.repeat(5_000_000))).toBe('<…>');
  // A name that is a plain word is known by who has it.
  expect(scrub('The repository server of main was locked.', new Set(['server', 'main']))).toBe(
    'The repository <…> of <…> was locked.',
  );
});
