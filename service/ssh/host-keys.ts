/** What an SSH server shows of itself before anybody trusts it. */

import { createHash } from 'node:crypto';
import { Failure, type FailureData } from '../failures/failure.ts';
import { runTool } from '../processes/run.ts';
import type { HostKey, UnknownHost } from '../vocabulary/unknown-host.ts';

/** Seconds that the server may take to show its keys. */
const SCAN_SECONDS = 10;
const MOST_KEYS = 8;

/** Whether the messages of a tool say that ssh did not know the server's key. One that changed is another matter. */
export function saysUnknownHost(stderr: string): boolean {
  return /host key verification failed/i.test(stderr) && !saysChangedHost(stderr);
}

/** Whether they say that the server shows another key than the known one. */
export function saysChangedHost(stderr: string): boolean {
  return /remote host identification has changed|host key for .* has changed/i.test(stderr);
}

/** Host and port of an SSH address, as the address says them; null for any other address. */
export function sshHostOf(url: string): { host: string; port: number | null } | null {
  if (/^(svn\+)?ssh:\/\//i.test(url) && URL.canParse(url)) {
    const { hostname, port } = new URL(url);
    return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? null : Number(port) };
  }
  const scpLike = /^(?:[\w.+-]+@)?([\w.-]{2,}|\[[\da-f:.]+\]):(?!\/\/)/i.exec(url);
  return scpLike?.[1] === undefined ? null : { host: scpLike[1].replace(/^\[(.*)\]$/, '$1'), port: null };
}

/**
 * Asks the server of an address for its keys. Nothing is trusted by that.
 * @returns null when the address is none of ssh's, or no key comes (such as through a jump host)
 * @throws Failure of kind 'cancelled'
 */
export async function scanHostKeys(url: string, signal: AbortSignal): Promise<UnknownHost | null> {
  const asked = sshHostOf(url);
  if (asked === null || asked.host.startsWith('-')) return null;
  const named = asked.port === null ? [] : ['-p', String(asked.port)];
  // The person's configuration may give the host another name and port.
  const resolved = await output('ssh', ['-G', ...named, '--', asked.host], signal);
  const setting = (name: string) => new RegExp(`^${name} (.+)$`, 'm').exec(resolved)?.[1]?.trim();
  const host = setting('hostname') ?? asked.host;
  const port = Number(setting('port') ?? asked.port ?? 22);
  if (host.startsWith('-')) return null;
  const scanned = await output('ssh-keyscan', ['-T', String(SCAN_SECONDS), '-p', String(port), host], signal);
  const keys = scanned.split('\n').flatMap((line) => {
    const [, type, key] = line.startsWith('#') ? [] : line.trim().split(' ');
    return type === undefined || key === undefined || !isHostKey(type, key) ? [] : [hostKey(type, key)];
  });
  if (keys.length === 0) return null;
  const alias = setting('hostkeyalias');
  // ssh looks an alias up without the port.
  const name = alias === undefined ? { host, port } : { host: alias, port: 22 };
  return { ...name, keys: keys.slice(0, MOST_KEYS) };
}

export function hostKey(type: string, key: string): HostKey {
  const sum = createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64').replace(/=+$/, '');
  return { type, key, fingerprint: `SHA256:${sum}` };
}

/** Whether a text is a public key of the type: its first string is the type's name (RFC 4253, section 6.6). */
export function isHostKey(type: string, key: string): boolean {
  if (!/^[a-z\d@.-]{3,64}$/.test(type) || !/^[A-Za-z\d+/]{16,8000}={0,2}$/.test(key)) return false;
  const bytes = Buffer.from(key, 'base64');
  return bytes.readUInt32BE(0) === type.length && bytes.toString('latin1', 4, 4 + type.length) === type;
}

/** @returns '' where the program is missing or gives no answer: the server is as unknown as before then */
async function output(command: string, args: string[], signal: AbortSignal): Promise<string> {
  try {
    const { stdout } = await runTool({
      command,
      args,
      signal,
      successExitCodes: 'any',
      timeoutMs: (SCAN_SECONDS + 5) * 1000,
    }).done;
    return stdout;
  } catch (error) {
    if (signal.aborted) throw error;
    return '';
  }
}

/** The server of an address is not known on this machine; `host` says which one, with the keys that it shows. */
export class UnknownHostFailure extends Failure {
  readonly host: UnknownHost;
  constructor(failure: FailureData, host: UnknownHost) {
    super(failure);
    this.host = host;
  }
}
