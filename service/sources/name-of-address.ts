/** What a repository is called that is made from an address. */

/** The most letters of a repository's name. */
const LONGEST = 100;
/** Folders of an address that say nothing about what it holds. */
const GENERAL = new Set(['trunk', 'branches', 'tags', 'main', 'src', 'svn', 'git', 'hg', 'repos', 'repositories']);
const ENDINGS = /\.(?:git|svn|bundle|hg)$/i;
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

/** A repository's name made from an address: its last part that says something. */
export function nameOfAddress(url: string, project: string | null = null): string {
  const parts = partsOfAddress(url);
  const telling = project ?? parts.findLast((part) => !GENERAL.has(part.toLowerCase())) ?? parts.at(-1) ?? '';
  return asName(telling);
}

/**
 * The folders of an address, and what it names in the last of them; the server is none of them. In a path every letter is one of the
 * name, `#`, `?` and `%` too (`C# tools`).
 */
export function partsOfAddress(url: string): string[] {
  const isPath = !SCHEME.test(url);
  const path = isPath ? url : url.replace(/^[^/]*\/\/[^/]*/, '').replace(/[?#].*$/, '');
  const parts = path.split(/[/\\:]/).filter((part) => part !== '');
  return isPath ? parts : parts.map(decoded);
}

/** In the letters that names of repositories have. */
export function asName(text: string): string {
  const letters = text.replace(ENDINGS, '').replace(/[^\w.-]+/g, '-');
  const name = letters.replace(/^[-.]+/, '').slice(0, LONGEST);
  return name.replace(/[-.]+$/, '') || 'repository';
}

/** With a number behind it, and not longer than names may be. */
export function numbered(name: string, number: number): string {
  const ending = `-${number}`;
  return `${name.slice(0, LONGEST - ending.length)}${ending}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A name with a lone percent sign stays as it is.
    return part;
  }
}
