import { quotable } from '../failures/quotable.ts';

/** Lines that are git's or ssh's own; `fatal: remote error:` brings the server's. */
const OWN =
  /^(?:fatal|error|warning|hint|debug\d?|ssh|kex_exchange_identification|client_loop|banner exchange): |^(?:Cloning into|Connection (?:to|closed|reset)|Please make sure you have|and the repository exists)\b/;

/** Said by upload-pack whatever ended its pack-objects (upload-pack.c, `create_pack_file`): a guess, after the reason. */
const GUESS = /aborting due to possible repository corruption on the remote side/i;
/** Counters, and that there was an end. */
const NO_REASON =
  /^remote: *(?:(?:Enumerating|Counting|Compressing) objects|Total \d)|git-pack-objects died with error/i;
/** Words of git's for objects and packs that are missing or damaged. */
const OF_DAMAGE =
  /object|pack|corrupt|inflate|delta|loose|\b(?:blob|tree|commit|revision)\b|could not read|unable to read|sha1|checksum/i;

/**
 * The reason that a server gave for not sending to the end, where it is none of damage.
 * @returns one line; '' where it gave no such reason
 */
export function reasonToStop(stderr: string, isShell: boolean): string {
  const lines = stderr.split(/[\r\n]+/);
  if (!lines.some((line) => GUESS.test(line))) return '';
  const said = serverWords(lines.filter((line) => !GUESS.test(line) && !NO_REASON.test(line)).join('\n'), isShell);
  return ENDED.test(said) || !OF_DAMAGE.test(said) ? said : '';
}

/** Of a program on the server that the system ended, or gave no memory. */
export const ENDED = /out of memory|died of signal|cannot allocate memory/i;

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
