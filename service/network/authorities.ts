/** Which certificates are trusted: those of the machine, and those of the file that a person names. */
import { createHash, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { readPemFile } from './pem-file.ts';
import { NetworkTrouble } from './trouble.ts';

/** Where systems keep what their programs trust; Node's own store may not read all of them. */
const SYSTEM_BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/** Systems have some 150; each costs time whenever a program starts, and a file of its own for Subversion. */
export const MOST_AUTHORITIES = 1000;

/** More than are read. */
export class TooManyAuthorities extends Error {
  readonly count: number;
  constructor(count: number) {
    super(`${count} certificates`);
    this.count = count;
  }
}

/** The certificates of a PEM text, each with its frame. */
export function certificatesIn(pem: string): string[] {
  return (
    pem.match(/-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[\s\S]+?-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g) ??
    []
  );
}

/**
 * The authorities of a file.
 * @throws Error when it cannot be read or holds something else, in the words of the system
 */
export function readAuthorities(file: string): string[] {
  const certificates = certificatesIn(readPemFile(file).toString('utf8'));
  if (certificates.length > MOST_AUTHORITIES) throw new TooManyAuthorities(certificates.length);
  if (certificates.length === 0) throw new Error('no certificates');
  for (const certificate of certificates) new X509Certificate(certificate);
  return certificates;
}

/** What the machine trusts, and Node: its bundled list, NODE_EXTRA_CA_CERTS and the system's store. */
export function machineAuthorities(): string[] {
  const all = new Set<string>();
  for (const kind of ['default', 'system'] as const) {
    try {
      for (const certificate of tls.getCACertificates(kind)) all.add(certificate.trim());
    } catch {
      // Without a readable store of the system the others stay.
    }
  }
  return [...all];
}

/**
 * Everything that is trusted.
 * @param named path of the person's file; '' for none
 * @throws NetworkTrouble `file_unreadable`
 */
export function trusted(named: string): string[] {
  return [...machineAuthorities(), ...namedAuthorities(named)];
}

function namedAuthorities(file: string): string[] {
  if (file === '') return [];
  try {
    return readAuthorities(file);
  } catch (error) {
    throw new NetworkTrouble('file_unreadable', { host: '', file }, error);
  }
}

/**
 * Writes for programs what they take as files only: `all.pem`, as git and Mercurial trust nothing beside the file that
 * they are given, and `own-<n>.pem`, as Subversion reads one certificate of a file.
 * @param folder gets a folder for each content: programs that run go on with theirs
 * @returns the folder; null when no file is named
 * @throws NetworkTrouble `file_unreadable`
 */
export function writeAuthorities(named: string, folder: string): string | null {
  if (named === '') return null;
  const own = namedAuthorities(named);
  const bundle = [process.env.SSL_CERT_FILE ?? '', ...SYSTEM_BUNDLES].find((file) => file !== '' && existsSync(file));
  const system = bundle === undefined ? [] : certificatesIn(readFileSync(bundle, 'utf8'));
  const all = `${[...new Set([...machineAuthorities(), ...system]), ...own].join('\n')}\n`;
  const content = createHash('sha256').update(all).digest('hex').slice(0, 16);
  const made = join(folder, content);
  mkdirSync(made, { recursive: true, mode: 0o700 });
  for (const [n, certificate] of own.entries()) writeFileSync(join(made, ownFile(n)), `${certificate}\n`);
  writeFileSync(join(made, 'all.pem'), all);
  return made;
}

/** Name of the file with the authority number `n`, from 0. */
export function ownFile(n: number): string {
  return `own-${n + 1}.pem`;
}
