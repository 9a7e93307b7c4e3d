import { WiredAgent } from './dial.ts';

/**
 * One connection that is kept for its user alone: servers that sign in a connection and not a request (NTLM, RFC 4559)
 * know by it who asks. A connection that broke is made anew for the next request, which the server does not know.
 */
export class Line {
  readonly agent = new WiredAgent(1);

  /** Whether the connection of the request before is still there, as far as is known. */
  get isOpen(): boolean {
    const { sockets, freeSockets } = this.agent;
    return [sockets, freeSockets].some((of) =>
      Object.values(of).some((list) => list?.some(({ writable }) => writable)),
    );
  }
}
