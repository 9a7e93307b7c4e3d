/** Addresses of ssh: whatever stands in them, ssh gets one host behind our own options, and no shell sees the rest. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InvalidAddress, readAddress } from '../address.ts';
import { probeOne } from '../detection.ts';
import { gitSource } from '../git/index.ts';
import { mercurialSource } from '../mercurial/index.ts';
import type { Source } from '../source.ts';
import { subversionSource } from '../subversion/index.ts';
import { contextIn } from './testing/fetching.ts';

const path = process.env.PATH ?? '';
let folder: string;
let calls: string;
let canaries: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-ssh-'));
  calls = join(folder, 'calls');
  canaries = join(folder, 'canaries');
  for (const name of [calls, canaries, join(folder, 'bin')]) mkdirSync(name);
  const ssh = join(folder, 'bin/ssh');
  // Keeps its arguments, one a line.
  writeFileSync(
    ssh,
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${calls}'/$$\necho 'ssh: connect: Connection refused' >&2\nexit 255\n`,
  );
  chmodSync(ssh, 0o755);
  process.env.PATH = `${join(folder, 'bin')}${delimiter}${path}`;
});
afterAll(() => {
  process.env.PATH = path;
  rmSync(folder, { recursive: true, force: true });
});

/** Options that we, git, hg and svn give, each with its value or without. */
const OWN =
  /^(-o|-p|-q|-T|-x|-G|-4|-6|--|BatchMode=yes|StrictHostKeyChecking=yes|ConnectTimeout=20|ServerAlive\w+=\d+|UserKnownHostsFile=.*|SendEnv=GIT_PROTOCOL|ControlMaster=no|HostName=[\w.:-]+|\d+)$/;

/** What ssh was asked to connect to, after all options. */
function hostsAsked(): string[] {
  return readdirSync(calls).map((name) => {
    const file = join(calls, name);
    const args = readFileSync(file, 'utf8').split('\n');
    rmSync(file);
    return args.find((arg) => !OWN.test(arg)) ?? '';
  });
}

function addresses(): [Source, string][] {
  const run = `touch ${join(canaries, 'ran')}`;
  // A shell puts a space there.
  const dense = run.replaceAll(' ', `\${IFS}`);
  const git = [
    `ssh://host;${dense}/x`,
    `ssh://$(${dense})/x`,
    `ssh://\`${dense}\`/x`,
    `ssh://user;${dense}@host/x`,
    `ssh://$(${dense})@host/x`,
    `ssh://host/x;${run}`,
    `ssh://host/'; ${run}; '`,
    `ssh://host/$(${run})`,
    `ssh://host/--upload-pack=${run}`,
    `ssh://host/-oProxyCommand=${run}`,
    `ssh://[-oProxyCommand=x]/y`,
    `ssh://host:-oProxyCommand/y`,
    `git@host:x; ${run}`,
    `git@host:$(${run})`,
    `git@host:'; ${run}; '`,
    `ssh://host/|${run}`,
    `ssh://%2DoProxyCommand=x@host/y`,
    `ssh://host:22/plain`,
  ];
  return [
    ...git.map((url): [Source, string] => [gitSource, url]),
    ...git.filter((url) => url.startsWith('ssh:')).map((url): [Source, string] => [mercurialSource, url]),
    ...git
      .filter((url) => url.startsWith('ssh:'))
      .map((url): [Source, string] => [subversionSource, url.replace('ssh:', 'svn+ssh:')]),
    [subversionSource, `svn+ssh://'-oProxyCommand=x'@host/y`],
    [subversionSource, `svn+ssh://host:22" -oProxyCommand="${dense}/y`],
  ];
}

test('no address makes ssh or a shell run anything', async () => {
  let refused = 0;
  let asked = 0;
  for (const [source, url] of addresses()) {
    let address: string;
    try {
      address = readAddress(url).url;
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidAddress);
      refused += 1;
      continue;
    }
    const context = contextIn(join(folder, 'import'));
    const answer = await probeOne(source, address, context).catch((error: unknown) => error as Error);
    expect(answer, `${source.vcs} ${url}`).not.toMatchObject({ kind: 'found' });
    for (const host of hostsAsked()) {
      asked += 1;
      expect(host, `${source.vcs} ${url}`).not.toMatch(/^-/);
      expect(host, `${source.vcs} ${url}`).not.toMatch(/ProxyCommand/);
    }
    expect(readdirSync(canaries), `${source.vcs} ${url}`).toEqual([]);
  }
  expect(refused).toBeGreaterThan(5);
  // The stand-in for ssh was there to be called.
  expect(asked).toBeGreaterThan(5);
});
