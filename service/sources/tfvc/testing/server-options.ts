/** How a test server answers, and what it was asked. */

import type { Account } from '../../../network/testing/ntlm.ts';
import type { Style } from './json.ts';
import type { TfvcModel } from './model.ts';

/** Something other than the right answer. */
export type Fault =
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  /** Sends nothing, not even a head, until it is let go; then the right answer. */
  | { kind: 'hold'; until: Promise<void> }
  /** Sends so many bytes of the right answer, then nothing more. */
  | { kind: 'stall'; after: number }
  /** Closes the connection behind so many bytes of the right answer. */
  | { kind: 'cut'; after: number }
  /** Closes the connection without a word. */
  | { kind: 'close' }
  /** Other bytes than the right ones, whole. */
  | { kind: 'body'; body: Buffer; type?: string }
  /** Never ends. */
  | { kind: 'endless'; type: string; piece: string; start?: string }
  /** The right answer with more headers. */
  | { kind: 'headers'; headers: Record<string, string> };

export interface ServerOptions {
  style?: Partial<Style>;
  /** Path of the collection. */
  collection?: string;
  /** Token that is asked for; without one everybody may read. */
  token?: string;
  /**
   * How it asks to sign in: Team Foundation Server 2017 with Basic and NTLM (microsoft/azure-pipelines-agent issue 996),
   * Services with a 401 that has neither body nor a header of its own, its sign-in page with 203 or a redirect to it
   * (azure-devops-auth-samples issue 52), Team Foundation Server 2015 with Windows accounts only.
   */
  signIn?: '401' | 'services' | '203' | '302' | 'ntlm' | 'negotiate';
  /** What it says in `X-TFS-ServiceError` (azure-pipelines-agent issue 1559), percent-encoded as servers do. */
  serviceError?: string;
  /** Windows account that may read, where `signIn` takes one. */
  account?: Account;
  /** How long each answer is on its way, in milliseconds; benches measure with it. */
  latencyMs?: number;
  /** Changes in one page at most; the next one is named by a token only (the fork of git-tfs follows it). */
  changesAPage?: number;
  /** What `itembatch` says of an item that is not there: nothing in its place, or it refuses all. */
  missingInBatch?: 'null' | 'refusal';
  /** Newest version of the API that it knows. */
  newestVersion?: number;
  /** Changesets in one page at most. */
  changesetsAPage?: number;
}

export interface SeenRequest {
  path: string;
  query: URLSearchParams;
  authorization: string | undefined;
  method: string;
  body: string;
}

/** What the right answers are made from. */
export interface Answering {
  readonly model: TfvcModel;
  readonly options: ServerOptions;
  readonly style: Style;
  /** Address of the collection. */
  readonly url: string;
}
