/** What keeps a program or a client of ours from talking to a server. */
import { asksToWait, entry, itSays } from '../entry.ts';
import { SIZE_LIMITS } from './size-limits.ts';

export const connection = {
  'ssh.host_key_changed': entry(
    'unreachable',
    (p: { url: string }) =>
      `The server of ${p.url} shows another SSH host key than the one that is known. Somebody may be listening in between, or the server was set up anew. Ask its administrator; if that is right, forget the old key (in Settings, or with ssh-keygen -R) and try again.`,
  ),
  'ssh.host_key_unknown': entry(
    'unreachable',
    (p: { url: string }) =>
      `The SSH host key of ${p.url} is not known on this machine. Compare its fingerprint with what the server’s administrator says, accept it, and try again.`,
  ),
  'ssh.no_key_taken': entry(
    'unreachable',
    (p: { url: string }) =>
      `The server of ${p.url} took none of your SSH keys. Load the right key into your SSH agent (ssh-add), or add it to your account on the server, and try again.`,
  ),
  'ssh.too_many_keys': entry(
    'unreachable',
    (p: { url: string }) =>
      `The server of ${p.url} was shown more SSH keys than it looks at, and broke off before the right one came. Name that one for the server in your own ~/.ssh/config ("IdentityFile <key>" with "IdentitiesOnly yes"), and try again.`,
  ),
  'ssh.talks': entry(
    'unreachable',
    (p: { url: string; said: string }) =>
      `The server of ${p.url} writes words of its own where Git's answer should be.${p.said === '' ? '' : ` They begin with "${p.said}".`} A file that its shell reads at the start, such as ~/.bashrc, prints something: have it do so only where somebody types, and try again. Or the account may run no programs there: "ssh <account>@<server> git-upload-pack" shows its words.`,
  ),
  'ssh.nothing_in_common': entry(
    'unreachable',
    (p: { url: string; said: string }) =>
      `The server of ${p.url} and the ssh of this machine have no way to encrypt in common: one is much older than the other.${itSays(p.said)} Have the server updated, or allow what it offers in your own ~/.ssh/config (for "ssh-rsa": HostKeyAlgorithms +ssh-rsa and PubkeyAcceptedAlgorithms +ssh-rsa), and try again.`,
  ),
  'ssh.no_program': entry(
    'unreachable',
    (p: { url: string; program: string }) =>
      `The server of ${p.url} lets you in, and finds no ${p.program} there. Have it installed on the server, or its folder added to the PATH that programs get over ssh, and try again.`,
  ),
  'ssh.other_program': entry(
    'unreachable',
    (p: { url: string; program: string; said: string }) =>
      `The server of ${p.url} lets you in, and something else than ${p.program} answers there.${itSays(p.said)} The account may be for something else alone (a forced command, files, no shell), or wants something first, such as a new password. Run "ssh <account>@<server> ${p.program}" to see its words, or ask who runs the server, and try again.`,
  ),
  'ssh.ended_at_once': entry(
    'unreachable',
    (p: { url: string; program: string }) =>
      `The server of ${p.url} lets you in, and what should be ${p.program} ended there without a word: it was ended by the server (one that goes down, or has no memory left), or the account may run no programs. Try again; if it stays so, run "ssh <account>@<server> ${p.program}" to see what happens, or ask who runs the server.`,
  ),
  'connection.certificate_refused': entry('unreachable', (p: { url: string }) =>
    /^http:/i.test(p.url)
      ? `The server of ${p.url} sends on to an address of https, and the certificate there was refused. Give that address, to be told why, or make its authority known to this machine, then try again.`
      : `The certificate of ${p.url} was refused. Make its authority known to this machine, then try again.`,
  ),
  'connection.host_not_found': entry(
    'unreachable',
    (p: { url: string }) => `The host of ${p.url} was not found. Check the address and the network, then try again.`,
  ),
  'connection.no_answer': entry(
    'unreachable',
    (p: { url: string }) =>
      `The server of ${p.url} did not answer. Check the address, the port and the network, then try again.`,
  ),
  'connection.broken_off': entry(
    'unreachable',
    (p: { url: string }) => `The connection to ${p.url} broke off. Start again.`,
  ),
  'connection.server_busy': entry(
    'unreachable',
    (p: { url: string; status: number; said?: string; wait?: number }) =>
      `The server of ${p.url} answers with HTTP ${p.status}: it has too much to do, or something behind it is not running.${itSays(p.said)}${asksToWait(p.wait)} Try again later; if it stays so, ask its administrator.`,
  ),
  'connection.too_large': entry(
    'internal',
    (p: { url: string; status?: number }) =>
      `The server of ${p.url}, or a proxy before it, takes no request as large as this one (HTTP ${p.status ?? 413}). Use an address of ssh, which has no such limit, or have it raised (${SIZE_LIMITS}), and try again.`,
  ),
  'connection.http_refused': entry('unreachable', (p: { url: string; status: number; said?: string }, work) =>
    isSendingOn(p.status)
      ? `The server of ${p.url} sends on to another address (HTTP ${p.status}), where it is not followed. Give the address that the repository has now, with a login for it where it asks for one, and ${work.again}.`
      : p.said
        ? `The server of ${p.url} does not do that (HTTP ${p.status}).${itSays(p.said)} Have that settled there, then ${work.again}.`
        : `The server of ${p.url} answers with HTTP ${p.status}, which is no answer of a repository. Check the address; a proxy or a page to sign in may stand before it.`,
  ),
  'connection.redirects_round': entry(
    'broken_source',
    (p: { url: string }) =>
      `The server sends whoever asks for ${p.url} on in a circle, so that nobody arrives. Give the address that the repository has now, or have that redirect taken away by the server's administrator (it may add a slash at the end, which Subversion never sends).`,
  ),
  'connection.slow_to_answer': entry(
    'unreachable',
    (p: { seconds: number }) =>
      `The server did not answer within ${p.seconds} seconds. Check the address and the network, then try again.`,
  ),
  'connection.slow_to_read': entry(
    'unreachable',
    (p: { url: string; seconds: number }, work) =>
      `What lies at ${p.url} could not be read within ${p.seconds} seconds. Its disk may be slow or gone, or something lies there that never ends, such as a pipe in the place of a file. Look at it on this machine, and ${work.again}.`,
  ),
  'connection.silent': entry(
    'unreachable',
    (p: { milliseconds: number }) =>
      `The server sent nothing for ${p.milliseconds >= 120_000 ? `${Math.round(p.milliseconds / 60_000)} minutes` : `${p.milliseconds / 1000} seconds`}. Check the network and the server, then start again.`,
  ),
};

/** Whether an answer is a redirect (RFC 9110, 15.4). */
export function isSendingOn(status: number): boolean {
  return status >= 300 && status < 400;
}
