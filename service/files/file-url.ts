import { fileURLToPath } from 'node:url';

/**
 * The path that an address of `file:` names, read as git, Subversion and Mercurial do: a percent sign that no two digits follow
 * stands for itself.
 * @returns null for what can be none here, as one with a slash that is written `%2F`, or with bytes that are no text
 */
export function pathOfFileUrl(url: string): string | null {
  try {
    return fileURLToPath(url.replace(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    return null;
  }
}
