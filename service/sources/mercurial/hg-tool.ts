/** How Mercurial is called: no configuration of this machine or of the repository, no hooks, no prompts. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HgNetwork, hgNetwork } from '../../network/hg-network.ts';
import type { ClientCertificate } from '../../network/settings.ts';
import { runTool, type ToolOptions, type ToolRun } from '../../processes/run.ts';
import { sshCommand, sshEnvironment } from '../../ssh/ssh-command.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { SourceContext } from '../source.ts';

/**
 * What a repository's own `hgrc`, hooks and extensions could run is never read (`HGRCSKIPREPO`); a server cannot send
 * us elsewhere for a bundle, nor keep us waiting for ever.
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
[extensions]
[hooks]
[format]
[auth]
`;

export type HgAccess = Pick<SourceContext, 'credentials' | 'privateFolder' | 'signal'>;

/**
 * Starts hg.
 * @param url the address that credentials are for; null where none are needed
 */
export function runHg(access: HgAccess, url: string | null, options: Omit<ToolOptions, 'command' | 'env'>): ToolRun {
  const { env, secrets, forget } = privateConfiguration(access, url);
  const run = runTool({ ...options, signal: options.signal ?? access.signal, command: 'hg', env, secrets });
  run.done.then(forget, forget);
  return run;
}

/**
 * A configuration file for one program that starts.
 * @param url the address that credentials are for; null where none are needed
 * @returns the environment that names the file, and what removes it when the program has ended
 */
export function privateConfiguration(
  access: HgAccess,
  url: string | null,
): { env: Record<string, string>; secrets: string[]; forget(): void } {
  const network = hgNetwork(url);
  const file = writeConfiguration(access.privateFolder, url === null ? null : access.credentials, url ?? '', network);
  return {
    env: { HGPLAIN: '1', HGENCODING: 'UTF-8', HGRCSKIPREPO: '1', HGRCPATH: file, ...sshEnvironment(), ...network.env },
    secrets: [...(access.credentials === null ? [] : [access.credentials.password]), ...network.secrets],
    forget: () => rmSync(file, { force: true }),
  };
}

let files = 0;

/** A file of mode 0600 of its own for each call; it is gone when the program has ended. */
function writeConfiguration(
  folder: string,
  credentials: Credentials | null,
  url: string,
  { configuration, certificate }: HgNetwork,
): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  files += 1;
  const file = join(folder, `hgrc-${process.pid}-${files}`);
  writeFileSync(
    file,
    `[ui]\nssh = ${sshCommand()}\n${CONFIGURATION}${authentication(credentials, certificate, url)}${configuration}`,
    { mode: 0o600 },
  );
  return file;
}

/** Only the host and path that the credentials were given for; Mercurial takes login and certificate from one entry. */
function authentication(credentials: Credentials | null, certificate: ClientCertificate | null, url: string): string {
  if ((credentials === null && certificate === null) || !URL.canParse(url)) return '';
  const { host, pathname, protocol } = new URL(url);
  const lines = [`source.prefix = ${host}${pathname}`, `source.schemes = ${protocol.slice(0, -1)}`];
  if (credentials !== null) {
    lines.push(`source.username = ${oneLine(credentials.username)}`);
    lines.push(`source.password = ${oneLine(credentials.password)}`);
  }
  if (certificate !== null) lines.push(`source.cert = ${certificate.certificate}`, `source.key = ${certificate.key}`);
  return `${lines.join('\n')}\n`;
}

/** A line end would begin another setting. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  return text.replace(/[\u0000-\u001f\u007f]/g, '');
}
