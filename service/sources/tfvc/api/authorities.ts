import tls from 'node:tls';

let done = false;

/**
 * Lets this thread trust the certificate authorities that the machine trusts: servers of companies often have
 * certificates of the company's own authority. Git and Subversion trust them as well.
 */
export function serverAuthorities(): void {
  if (done) return;
  done = true;
  try {
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...tls.getCACertificates('system')]);
  } catch {
    // Without a readable store of the system the built-in authorities stay.
  }
}
