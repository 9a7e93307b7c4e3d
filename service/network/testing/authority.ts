/** A certificate authority of a test's own, made by openssl. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Issued {
  /** Paths of PEM files. */
  certificate: string;
  key: string;
}

export interface Authority {
  /** Path of its own certificate, PEM. */
  file: string;
  /** @param names as openssl writes them; Subversion and Mercurial know no addresses, only names */
  issue(title: string, names?: string, days?: number): Issued;
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

export function makeAuthority(folder: string, title = 'Test authority'): Authority {
  mkdirSync(folder, { recursive: true });
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const file = join(folder, 'authority.pem');
  const key = join(folder, 'authority.key');
  openssl('req', '-x509', ...KEY, '-keyout', key, '-out', file, '-subj', `/CN=${title}`, '-days', '2');
  return {
    file,
    issue(name, names = 'IP:127.0.0.1,DNS:127.0.0.1,DNS:localhost', days = 2) {
      const issued = { certificate: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) };
      const request = join(folder, `${name}.csr`);
      const extensions = join(folder, `${name}.ext`);
      writeFileSync(extensions, `basicConstraints=CA:FALSE\nsubjectAltName=${names}\n`);
      openssl('req', '-new', ...KEY, '-keyout', issued.key, '-out', request, '-subj', `/CN=${name}`);
      // One that ended before it began is refused by OpenSSL 3.4 and newer, which takes moments instead.
      const ended = days < 0 && takesMoments(openssl);
      const valid = ended
        ? ['-not_before', '20200101000000Z', '-not_after', '20200102000000Z']
        : ['-days', String(days)];
      openssl(
        ...['x509', '-req', '-in', request, '-CA', file, '-CAkey', key, '-CAcreateserial'],
        ...[...valid, '-extfile', extensions, '-out', issued.certificate],
      );
      return issued;
    },
  };
}

/** OpenSSL writes its options to stderr. */
function takesMoments(openssl: (...args: string[]) => Buffer): boolean {
  try {
    openssl('x509', '-not_after', '20200102000000Z', '-help');
    return true;
  } catch {
    return false;
  }
}

/** Options of `node:tls` for a server with this certificate. */
export function served({ certificate, key }: Issued): { cert: Buffer; key: Buffer } {
  return { cert: readFileSync(certificate), key: readFileSync(key) };
}
