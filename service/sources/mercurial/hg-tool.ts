/** How Mercurial is called: no configuration of this machine or of the repository, no hooks, no prompts. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { type HgNetwork, hgNetwork } from '../../network/hg-network.ts';
import type { ClientCertificate } from '../../network/settings.ts';
import { SHARED_MEMORY } from '../../processes/limits.ts';
import { runTool, type ToolOptions, type ToolRun } from '../../processes/run.ts';
import { sshCommand, sshEnvironment } from '../../ssh/ssh-command.ts';
import type { SourceContext } from '../source.ts';
import { writeChallengesExtension } from './challenges.ts';
import { LOGIN_ENTRY, loginLine, writeLoginExtension } from './login-extension.ts';
import type { HgExtension } from './requirements.ts';
import { type WantedHeads, writeUnnamedHeadsExtension } from './unnamed-heads.ts';
import { writeWholeAnswersExtension } from './whole-answers.ts';

/**
 * What a repository's own `hgrc`, hooks and extensions could run is never read (`HGRCSKIPREPO`); a server cannot send
 * us elsewhere for a bundle, nor keep us waiting for ever. A Mercurial without Rust reads what one with it has made (it refuses
 * by itself: mercurial/localrepo.py, `slow-path`), and a share whose source was upgraded since (`safe-mismatch`).
 */
const CONFIGURATION = `[ui]
interactive = False
timeout = 20
timeout.warn = 20
clonebundles = False
[http]
timeout = 60
[subrepos]
allowed = False
[storage]
revlog.persistent-nodemap.slow-path = allow
dirstate-v2.slow-path = allow
[share]
safe-mismatch.source-safe = allow
safe-mismatch.source-safe.warn = False
safe-mismatch.source-not-safe = allow
safe-mismatch.source-not-safe.warn = False
[extensions]
[hooks]
[format]
[auth]
`;

export interface HgAccess extends Pick<SourceContext, 'credentials' | 'privateFolder' | 'signal'> {
  /** Those of its own that hg is to know: it opens some repositories not without them, and starts later with them. */
  extensions?: readonly HgExtension[];
  /** Names a web server few heads, which of these are wanted; absent names as many as hg does. */
  fewHeads?: WantedHeads;
}

/**
 * Starts hg.
 * @param url the address that credentials are for; null where none are needed
 */
export function runHg(access: HgAccess, url: string | null, options: Omit<ToolOptions, 'command' | 'env'>): ToolRun {
  const { env, secrets, forget, stdin } = privateConfiguration(access, url);
  const mostMemory = options.mostMemory ?? (url === null ? undefined : SHARED_MEMORY);
  const run = runTool({
    ...options,
    mostMemory,
    stdin,
    signal: options.signal ?? access.signal,
    command: 'hg',
    env,
    secrets,
  });
  run.done.then(forget, forget);
  return run;
}

/**
 * A configuration file for one program that starts. It holds no login.
 * @param url the address that credentials are for; null where none are needed
 * @returns the environment that names the file, what hg reads the login from, and what removes the file when the program
 *   has ended
 */
export function privateConfiguration(
  access: HgAccess,
  url: string | null,
): { env: Record<string, string>; stdin: string; secrets: string[]; forget(): void } {
  const network = hgNetwork(url);
  const credentials = url === null ? null : access.credentials;
  const file = writeConfiguration(access, credentials !== null, url ?? '', network);
  return {
    env: {
      HGPLAIN: '1',
      HGENCODING: 'UTF-8',
      HGRCSKIPREPO: '1',
      HGRCPATH: file,
      PYTHONDONTWRITEBYTECODE: '1',
      ...sshEnvironment(),
      ...network.env,
    },
    stdin: credentials === null ? '' : loginLine(credentials),
    secrets: [...(access.credentials === null ? [] : [access.credentials.password]), ...network.secrets],
    forget: () => rmSync(file, { force: true }),
  };
}

let files = 0;

/** A file of mode 0600 of its own for each call; it is gone when the program has ended. */
function writeConfiguration(
  { privateFolder: folder, extensions = [], fewHeads }: HgAccess,
  hasLogin: boolean,
  url: string,
  { configuration, certificate }: HgNetwork,
): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  files += 1;
  const file = join(folder, `hgrc-${process.pid}-${threadId}-${files}`);
  const login = hasLogin ? `[extensions]\ngantry-login = ${writeLoginExtension(folder)}\n` : '';
  const whole = /^(https?|ssh):/i.test(url)
    ? `[extensions]\ngantry-whole-answers = ${writeWholeAnswersExtension(folder)}\n`
    : '';
  const challenges = /^https?:/i.test(url)
    ? `[extensions]\ngantry-challenges = ${writeChallengesExtension(folder)}\n`
    : '';
  const unnamed =
    fewHeads === undefined
      ? ''
      : `[extensions]\ngantry-unnamed-heads = ${writeUnnamedHeadsExtension(folder, fewHeads)}\n`;
  // Contents of other repositories of this person are none of this import's.
  const caches = `[largefiles]\nusercache = ${join(folder, 'largefiles')}\n[lfs]\nusercache = ${join(folder, 'lfs')}\nurl = null://\n`;
  const known = extensions.map((name) => `[extensions]\n${name} =\n`).join('');
  const extension = `${login}${whole}${challenges}${unnamed}${known}${known === '' ? '' : caches}`;
  writeFileSync(
    file,
    `[ui]\nssh = ${sshCommand(process.platform === 'win32' ? 'cmd' : 'sh')}\n${CONFIGURATION}${entryOf(hasLogin, certificate, url)}${extension}${configuration}`,
    { mode: 0o600 },
  );
  return file;
}

/** Only the host and path that the credentials were given for; Mercurial takes login and certificate from one entry. */
function entryOf(hasLogin: boolean, certificate: ClientCertificate | null, url: string): string {
  if ((!hasLogin && certificate === null) || !URL.canParse(url)) return '';
  const { host, pathname, protocol } = new URL(url);
  const lines = [`${LOGIN_ENTRY}.prefix = ${host}${pathname}`, `${LOGIN_ENTRY}.schemes = ${protocol.slice(0, -1)}`];
  if (certificate !== null)
    lines.push(`${LOGIN_ENTRY}.cert = ${certificate.certificate}`, `${LOGIN_ENTRY}.key = ${certificate.key}`);
  return `${lines.join('\n')}\n`;
}
