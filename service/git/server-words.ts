import { quotable } from '../failures/quotable.ts';

/** Lines that are git's or ssh's own; `fatal: remote error:` brings the server's. */
const OWN =
  /^(?:fatal|error|warning|hint|debug\d?|ssh|kex_exchange_identification|client_loop|banner exchange): |^(?:Cloning into|Connection (?:to|closed|reset)|Please make sure you have|and the repository exists)\b/;

/**
 * What the other end of a git that failed said for people: hosts tell so who may not read, and why. It comes in lines of
 * `remote:`, as `fatal: remote error:`, or over ssh as it is (GitHub and GitLab `ERROR: ...`, Gitolite `FATAL: R any tool anna DENIED
 * by fallthru`, Gitea and Forgejo by their name).
 * @param isShell whether the server's own lines come as they are, as over ssh
 * @returns one line, without characters that a terminal would follow; '' where it said nothing
 */
export function serverWords(stderr: string, isShell: boolean): string {
  const lines = stderr.split(/[\r\n]+/).flatMap((line) => {
    const told = /^(?:remote|fatal: remote error): ?(.*)$/.exec(line)?.[1];
    if (told !== undefined) return [told];
    return isShell && !OWN.test(line) ? [line] : [];
  });
  return quotable(lines.map((line) => line.replace(/^(?:ERROR|FATAL|fatal|error): /, '')));
}
