import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readKnownHostsFrom, sshCommand } from './ssh-command.ts';

test('the files of known servers are one word to a shell, and to cmd, which knows double quotes only', () => {
  readKnownHostsFrom('/srv/data/ssh/known_hosts');
  const line = sshCommand().replace(/^ssh/, "printf '%s\\n'");
  const words = execFileSync('sh', ['-c', line], { encoding: 'utf8' }).trimEnd().split('\n');
  const file = `UserKnownHostsFile=~/.ssh/known_hosts ~/.ssh/known_hosts2 \${GANTRY_KNOWN_HOSTS}`;
  expect(words.at(-1)).toBe(file);
  expect(sshCommand('cmd')).toContain(` "${file}"`);
  expect(sshCommand('cmd')).not.toContain("'");
});
