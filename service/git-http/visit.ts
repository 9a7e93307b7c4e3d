import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Visitor } from './rights.ts';

/** One request and who sends it. */
export interface Visit {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  method: string;
  query: URLSearchParams;
  visitor: Visitor;
  /** Aborted when the client goes away or the engine ends. */
  signal: AbortSignal;
  /** `http://127.0.0.1:<port>` or `https://<name>`: what addresses in answers begin with. */
  origin: string;
  /** Whether it came by the name that others than programs of this machine reach the server at. */
  isPublished: boolean;
}
