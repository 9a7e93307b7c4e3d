/**
 * What a tool says by itself. Its messages carry names that a person, a server or a temporary folder chose, and a name may
 * hold any word ("/srv/ssl/not found.git"): what decides about a failure is read without them.
 * @param output a tool's messages
 * @param names addresses and paths that the tool was given
 */
export function ownWords(output: string, ...names: readonly string[]): string {
  return (
    names
      .flatMap((name) => [name, ...partsOf(name)])
      // One or two characters would be cut out of words too.
      .filter((name) => name.length > 2)
      .sort((left, right) => right.length - left.length)
      .reduce((words, name) => words.replaceAll(name, '…'), output)
      .replace(/\b[a-z][a-z\d+.-]*:\/\/[^\s'"]+/gi, '…')
      // The apostrophe of "Can't" opens nothing.
      .replace(/(?<!\w)(['"‘“])[^'"’”\n]*(['"’”])(?!\w)/g, '$1…$2')
  );
}

/** The path and the host of an address, as tools name them. A host of one word could be one of theirs. */
function partsOf(name: string): string[] {
  const scpLike = /^(?:[^/@]+@)?([\w.-]{2,}):(.+)$/.exec(name);
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(name)) return hosts(scpLike?.[1]).concat(scpLike?.[2] ?? []);
  if (!URL.canParse(name)) return [];
  const { hostname, pathname } = new URL(name);
  try {
    return [...hosts(hostname), decodeURIComponent(pathname)];
  } catch {
    return [...hosts(hostname), pathname];
  }
}

function hosts(host: string | undefined): string[] {
  return host?.includes('.') === true ? [host] : [];
}
