/** Checks what a person says about the network, when it is said. */

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { counted, type Said, say } from '../../language/sentence.ts';
import { SaidError } from '../failures/said-error.ts';
import { certificatesIn, MOST_AUTHORITIES, readAuthorities, TooManyAuthorities } from './authorities.ts';
import { readPemFile, UnfitFile } from './pem-file.ts';
import type { ClientCertificate, NetworkSettings } from './settings.ts';

/** A setting that cannot hold. Its message is a sentence. */
export class InvalidNetwork extends SaidError {
  /** `proxy.address`, `client_certificates.0.key`. */
  readonly field: string;
  constructor(field: string, said: Said) {
    super(said);
    this.field = field;
  }
}

const UNFIT: Readonly<Record<UnfitFile['why'], (file: string) => Said>> = {
  folder: (file) =>
    say('{file} is a folder. Name a PEM file, with lines such as "-----BEGIN CERTIFICATE-----", that lies in it.', {
      file,
    }),
  no_file: (file) => say('{file} is no file with contents, but a pipe or a device. Name a PEM file.', { file }),
  too_large: (file) =>
    say('{file} is larger than any PEM file with certificates or a key needs to be (8 MB). Choose another one.', {
      file,
    }),
};
/** A host's name or address, `*` in front of a name. */
const HOST = /^(\*?\.?[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.?|\[[\da-f:.%]+\])$/iu;

/** @throws InvalidNetwork */
export function checkNetwork({ proxy, authorities, client_certificates }: NetworkSettings): void {
  if (proxy.mode === 'manual' && proxy.address === '')
    throw new InvalidNetwork(
      'proxy.address',
      say('Enter the address of the proxy, such as http://proxy.example:3128.'),
    );
  if (proxy.address !== '') checkProxyAddress(proxy.address);
  if (/[:\p{Cc}]/u.test(proxy.username))
    throw new InvalidNetwork(
      'proxy.username',
      say('The user name of a proxy holds no colon and no line end. Enter it again.'),
    );
  for (const [n, exception] of proxy.exceptions.entries()) checkException(exception, `proxy.exceptions.${n}`);
  if (authorities !== '') checkAuthorities(authorities);
  const hosts = new Set<string>();
  for (const [n, entry] of client_certificates.entries()) {
    const field = `client_certificates.${n}`;
    checkClientCertificate(entry, field);
    const host = entry.host.toLowerCase();
    if (hosts.has(host))
      throw new InvalidNetwork(
        `${field}.host`,
        say('There are two certificates for {host}. Keep one of them.', { host: entry.host }),
      );
    hosts.add(host);
  }
}

function checkProxyAddress(address: string): void {
  const refuse = (message: Said) => new InvalidNetwork('proxy.address', message);
  const shape = say('Write the proxy as http://host:port.');
  if (!URL.canParse(address)) throw refuse([say('"{address}" is no address.', { address }), shape]);
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(address);
  // Said without the address: it holds a password.
  if (username !== '' || password !== '')
    throw refuse(say('Leave the user name and the password out of the address and enter them in their own fields.'));
  if (!/^https?:$/.test(protocol) || hostname === '')
    throw refuse([say('Proxies of the kind "{protocol}//" cannot be used.', { protocol }), shape]);
  if (!/^\/?$/.test(pathname) || search !== '' || hash !== '') throw refuse([say('A proxy has no path.'), shape]);
}

function checkException(text: string, field: string): void {
  const [, name = ''] = /^(\[[^\]]*\]|.*?)(?::\d{1,5})?$/.exec(text) ?? [];
  const isAddress = /^[\da-f:.]+(\/\d{1,3})?$/i.test(text);
  if (text === '*' || isAddress || HOST.test(name)) return;
  throw new InvalidNetwork(
    field,
    say('"{text}" is no host. Write names, addresses or ranges, such as .example.com, 10.0.0.0/8 or host:8080.', {
      text,
    }),
  );
}

function checkAuthorities(file: string): void {
  const field = 'authorities';
  readable(file, field);
  try {
    readAuthorities(file);
  } catch (error) {
    if (error instanceof TooManyAuthorities)
      throw new InvalidNetwork(
        field,
        say(
          '{file} holds {count} certificates, and at most {most} are read. Name a file with those of your own authorities alone: what this machine trusts is trusted anyway.',
          { file, count: counted(error.count), most: counted(MOST_AUTHORITIES) },
        ),
      );
    throw new InvalidNetwork(
      field,
      say(
        '{file} holds no certificates. Name a PEM file, with lines such as "-----BEGIN CERTIFICATE-----"; openssl x509 makes one of other kinds.',
        { file },
      ),
    );
  }
}

function checkClientCertificate({ host, certificate, key }: ClientCertificate, field: string): void {
  const name = host.replace(/:\d{1,5}$/, '');
  if (host !== '*' && (name.includes('*') || !HOST.test(name)))
    throw new InvalidNetwork(
      `${field}.host`,
      say('"{host}" is no host. Write its name as in addresses, or * for every server.', { host }),
    );
  const [own] = certificatesIn(readable(certificate, `${field}.certificate`));
  const read = own === undefined ? null : parsed(own);
  if (read === null) {
    throw new InvalidNetwork(
      `${field}.certificate`,
      say(
        '{file} holds no certificate. Name a PEM file; of a file .p12 or .pfx "openssl pkcs12 -in file.p12 -nokeys -out certificate.pem" makes one.',
        { file: certificate },
      ),
    );
  }
  const privateKey = privateKeyIn(readable(key, `${field}.key`), key, `${field}.key`);
  if (!read.checkPrivateKey(privateKey))
    throw new InvalidNetwork(
      `${field}.key`,
      say('The key in {key} is not the one of the certificate in {certificate}.', { key, certificate }),
    );
  if (Date.parse(read.validTo) < Date.now())
    throw new InvalidNetwork(
      `${field}.certificate`,
      say('The certificate in {file} expired on {date}. Get a new one.', { file: certificate, date: read.validTo }),
    );
}

function parsed(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

function privateKeyIn(text: string, file: string, field: string): KeyObject {
  if (/ENCRYPTED/.test(text)) {
    throw new InvalidNetwork(
      field,
      say(
        'The key in {file} has a passphrase, which no program could be asked for. Write one without it, for your eyes only: openssl pkey -in key.pem -out plain.pem; chmod 600 plain.pem.',
        { file },
      ),
    );
  }
  try {
    return createPrivateKey(text);
  } catch {
    throw new InvalidNetwork(
      field,
      say('{file} holds no private key. Name a PEM file with "PRIVATE KEY" in its first line.', { file }),
    );
  }
}

function readable(file: string, field: string): string {
  if (!isAbsolute(file))
    throw new InvalidNetwork(
      field,
      say('Give the whole path of the file, from its root; "{file}" has none.', { file }),
    );
  try {
    return readPemFile(file).toString('utf8');
  } catch (error) {
    if (error instanceof UnfitFile) throw new InvalidNetwork(field, UNFIT[error.why](file));
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new InvalidNetwork(
      field,
      isMissing
        ? say('There is no such file: {file}. Choose another one, or change its rights.', { file })
        : say('It cannot be read: {file}. Choose another one, or change its rights.', { file }),
    );
  }
}
