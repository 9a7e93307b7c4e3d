/** Pages outside the app that the window may ask the system's browser to open. */
const allowedHosts = new Set(['git-scm.com', 'subversion.apache.org', 'www.mercurial-scm.org', 'www.electronjs.org']);

/** The address to open, or null when it is not https or not on the list. */
export function allowedExternalAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const plain = url.username === '' && url.password === '' && url.port === '';
  return url.protocol === 'https:' && plain && allowedHosts.has(url.hostname) ? url.href : null;
}
