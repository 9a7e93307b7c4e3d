/** What keeps a program or a client of ours from talking to a server. */
import { entry } from '../entry.ts';

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
  'connection.certificate_refused': entry(
    'unreachable',
    (p: { url: string }) =>
      `The certificate of ${p.url} was refused. Make its authority known to this machine, then try again.`,
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
  'connection.slow_to_answer': entry(
    'unreachable',
    (p: { seconds: number }) =>
      `The server did not answer within ${p.seconds} seconds. Check the address and the network, then try again.`,
  ),
  'connection.silent': entry(
    'unreachable',
    (p: { milliseconds: number }) =>
      `The server sent nothing for ${p.milliseconds >= 120_000 ? `${Math.round(p.milliseconds / 60_000)} minutes` : `${p.milliseconds / 1000} seconds`}. Check the network and the server, then start again.`,
  ),
};
