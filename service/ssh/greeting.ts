/** What a server shows to whoever comes, before it is asked anything: ssh hands it on among the messages. */
import { sshHostOf } from './host-keys.ts';

/**
 * Lines that only a program, ours or the server's, begins so. ssh writes the greeting as it comes (sshconnect2.c,
 * `input_userauth_banner`), before every one of these: it greets after the host key and before the login.
 */
const SAID_BY_PROGRAMS: readonly RegExp[] = [
  // ssh's own.
  /^(?:ssh|kex_exchange_identification|client_loop|banner exchange|packet_write_wait|ssh_dispatch_run_fatal): /,
  /^(?:Connection (?:to|closed|reset)|Received disconnect|Disconnected from|Unable to negotiate|Timeout, server|Host key verification|@{9})/,
  /^(?:\S+@\S+: )?Permission denied \([\w,-]+\)/,
  // git's, but for the words with which it ends whatever was said; hosts' before a repository (`serverWords`).
  /^(?:fatal|error|remote): (?!Could not read from remote repository)/,
  /^(?:ERROR|FATAL|Gitea|Forgejo|Gogs|GitLab|conq): /,
  // A shell's.
  /^(?:\S*sh|cmd): .*not found$|^\S*sh:\d+: command not found: |is not recognized as an? /,
  // Subversion's.
  /^svn\w*: /,
];
/** Mercurial hands on what ssh and the hg at the other end write with this before each line; what it says itself comes after. */
const OF_HG = /^remote: /;
const OF_HG_THERE = /^remote: abort: /;

/**
 * What programs said, without the greeting of an SSH server before it, whose words ("access denied", "not found") are about nothing
 * that was asked. Where nothing else was said it is left: it may be all that an account that runs no programs says.
 */
export function withoutGreeting(stderr: string, url: string): string {
  if (sshHostOf(url) === null) return stderr;
  const lines = stderr.split('\n');
  const isHg = lines.some((line) => /^abort: /.test(line));
  const first = lines.findIndex((line) => {
    const said = (isHg ? line.replace(OF_HG, '') : line).trimEnd();
    return OF_HG_THERE.test(line) || SAID_BY_PROGRAMS.some((pattern) => pattern.test(said));
  });
  return first < 0 ? stderr : lines.slice(first).join('\n');
}
