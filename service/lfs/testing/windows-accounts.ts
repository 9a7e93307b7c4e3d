/**
 * What IIS answers in front of a Git LFS server that takes Windows accounts: it signs in connections (MS-NLMP; RFC 4559, 4), and
 * answers each request of another connection with 401. Seen in git-lfs issues 4234 (NTLM) and 5270 (Basic beside it, for tokens).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Account, NtlmConnection } from '../../network/testing/ntlm.ts';
import type { LfsHabits } from '../../testing/lfs-server.ts';

interface Offer {
  /** The schemes that a request without a login is answered with. */
  offered: string[];
  /** Requests after which a connection is closed: IIS closes those of which it does not want the rest. */
  closesAfter?: number;
  /** Takes tickets only: what NTLM says within Negotiate is no ticket. */
  ticketsOnly?: boolean;
}

/**
 * Stricter than IIS: contents that are sent over a connection before it is signed in are refused for good.
 * @param header where the schemes stand: Git LFS has one of its own (git-lfs, docs/api/authentication.md)
 */
export function takingWindowsAccounts(account: Account, offer: Offer, header = 'www-authenticate'): LfsHabits {
  const connections = new WeakMap<Socket, { ntlm: NtlmConnection; requests: number }>();
  return {
    answer: (request, response) => {
      const known = connections.get(request.socket) ?? { ntlm: new NtlmConnection(account), requests: 0 };
      connections.set(request.socket, known);
      known.requests += 1;
      if (known.requests % (offer.closesAfter ?? Number.POSITIVE_INFINITY) === 0) {
        response.setHeader('connection', 'close');
      }
      const [, scheme, token] = /^(NTLM|Negotiate) (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
      if (token === undefined || offer.ticketsOnly === true) {
        if (known.ntlm.isSignedIn) return false;
        const isInVain = request.method === 'PUT';
        return refuse(request, response, [header, offer.offered], isInVain ? 400 : 401);
      }
      const challenge = known.ntlm.answer(token);
      if (challenge === null) return !known.ntlm.isSignedIn && refuse(request, response, [header, offer.offered]);
      // A body would be read for nothing, and sent once more.
      if (Number(request.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in request.headers) {
        return refuse(request, response, ['x-body-of-greeting', ['sent']], 400);
      }
      return refuse(request, response, ['www-authenticate', [`${scheme} ${challenge}`]]);
    },
  };
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  [name, values]: [string, string[]],
  status = 401,
): true {
  request.resume();
  request.once('end', () => response.writeHead(status, { [name]: values.join(', ') }).end('Not authorized'));
  return true;
}
