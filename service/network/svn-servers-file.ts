/** Reads a `servers` file of Subversion: sections, options, and groups of hosts. */

/** Options by their names in small letters. */
export type ServerOptions = Record<string, string>;

/** Options that say something about the way to a server; the others are about stored passwords. */
const WANTED = /^(http-|ssl-|busted-proxy$)/;

/**
 * What a file says for a host: for all hosts (less a proxy that excepts this one), and for the first group that has it.
 * @param hostname in any case, without brackets
 */
export function optionsFor(text: string, hostname: string): { global: ServerOptions; group: ServerOptions } {
  const sections = sectionsOf(text);
  const host = hostname.toLowerCase();
  const global = wanted(sections.get('global'));
  const exceptions = patternsOf(global['http-proxy-exceptions'] ?? '');
  if (exceptions.some((pattern) => matches(host, pattern))) {
    for (const name of Object.keys(global)) if (name.startsWith('http-proxy-')) delete global[name];
  }
  delete global['http-proxy-exceptions'];
  const groups = Object.entries(sections.get('groups') ?? {});
  const name = groups.find(([, hosts]) => patternsOf(hosts).some((pattern) => matches(host, pattern)))?.[0];
  return { global, group: name === undefined ? {} : wanted(sections.get(name)) };
}

function wanted(options: ServerOptions = {}): ServerOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => WANTED.test(name)));
}

function sectionsOf(text: string): Map<string, ServerOptions> {
  const sections = new Map<string, ServerOptions>();
  let options: ServerOptions | null = null;
  let last = '';
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(#|$)/.test(line)) continue;
    const section = /^\[([^\]]*)\]/.exec(line)?.[1];
    if (section !== undefined) {
      const name = section.trim().toLowerCase();
      options = sections.get(name) ?? {};
      sections.set(name, options);
      last = '';
    } else if (/^\s/.test(line)) {
      // The value before goes on.
      if (options !== null && last !== '') options[last] = `${options[last]} ${line.trim()}`.trim();
    } else {
      const [, name, value] = /^([^=:]+?)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
      if (options === null || name === undefined || value === undefined) continue;
      last = name.toLowerCase();
      options[last] = value;
    }
  }
  return sections;
}

function patternsOf(list: string): string[] {
  return list
    .split(',')
    .map((pattern) => pattern.trim().toLowerCase())
    .filter((pattern) => pattern !== '');
}

/** `*` and `?` as in a shell. */
function matches(host: string, pattern: string): boolean {
  const expression = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${expression}$`).test(host);
}
