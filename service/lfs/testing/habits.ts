/** What Git LFS servers answer otherwise than the reference pages, each habit with where it was seen. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Account } from '../../network/testing/ntlm.ts';
import type { LfsHabits } from '../../testing/lfs-server.ts';
import { takingWindowsAccounts } from './windows-accounts.ts';

/** Each action of an answer changed. */
export const everyAction = (change: (action: { href: string; header?: Record<string, string> }) => object) =>
  ((answer) => ({
    ...answer,
    objects: answer.objects.map(({ actions, ...object }) => ({
      ...object,
      actions:
        actions && Object.fromEntries(Object.entries(actions).map(([name, action]) => [name, change(action)] as const)),
    })),
  })) satisfies LfsHabits['word'];

export const isStorage = ({ url = '' }: IncomingMessage) => url.startsWith('/storage/');
export const isBatch = ({ url = '' }: IncomingMessage) => url.endsWith('/objects/batch');

/** Sends the caller elsewhere, once for each place. */
const movedBy = (status: number): LfsHabits => ({
  answer: (request, response) => {
    const { url = '' } = request;
    if (url.includes('moved')) return false;
    const location = isBatch(request) ? `/moved${url}` : `${url}?moved`;
    request.resume();
    response.writeHead(status, { location: `http://${request.headers.host}${location}` }).end();
    return true;
  },
});

/** Addresses that are good for so many requests, as if time ran out then. */
function endingAfter(most: number, status: number, body: string): LfsHabits {
  let ticket = 0;
  const used = new Map<string, number>();
  return {
    word: (answer) => {
      ticket += 1;
      return everyAction((action) =>
        action.href.includes('/storage/') ? { ...action, href: `${action.href}?ticket=${ticket}` } : action,
      )(answer);
    },
    answer: (request, response) => {
      if (!isStorage(request)) return false;
      const mine = new URL(request.url ?? '', 'http://storage.test').searchParams.get('ticket') ?? '';
      used.set(mine, (used.get(mine) ?? 0) + 1);
      if ((used.get(mine) ?? 0) <= most) return false;
      request.resume();
      response.writeHead(status).end(body);
      return true;
    },
  };
}

/** Storage that takes what is in the address, or a login, and never both. */
const oneLoginOnly = (request: IncomingMessage, response: ServerResponse): boolean => {
  if (!isStorage(request) || request.headers.authorization === undefined) return false;
  request.resume();
  response
    .writeHead(400)
    .end('<Error><Code>InvalidArgument</Code><Message>Only one auth mechanism allowed</Message></Error>');
  return true;
};

/** Asks each address to be asked again, once. */
export function busyOnce(status: number, headers: Record<string, string> = { 'retry-after': '0' }): LfsHabits {
  const seen = new Set<string>();
  return {
    answer: (request, response) => {
      if (seen.has(request.url ?? '')) return false;
      seen.add(request.url ?? '');
      request.resume();
      response.writeHead(status, headers).end();
      return true;
    },
  };
}

/** Whom all these servers know. */
export const LOGIN = { username: 'ben', password: 'top secret words' };
const ACCOUNT: Account = { domain: '', name: LOGIN.username, password: LOGIN.password };

/** What is answered otherwise, where that was seen, and the habit. Contents come and go all the same. */
export const HABITS: [string, () => LfsHabits][] = [
  // git-lfs, lfshttp/client.go, `newRequestForRetry`: what was sent is sent again, whatever the status; lfstest-gitserver.go.
  ['301 for each address', () => movedBy(301)],
  ['302 for each address', () => movedBy(302)],
  ['307 for each address', () => movedBy(307)],
  ['308 for each address', () => movedBy(308)],
  // Gitea, modules/lfs/shared.go: `expires_at` is a time.Time without omitempty that works, so that it is Go's zero time.
  [
    'Go’s zero time as the end',
    () => ({ word: everyAction((action) => ({ ...action, expires_at: '0001-01-01T00:00:00Z' })) }),
  ],
  // A server whose clock is an hour slow: each address is over when it comes.
  [
    'ends that are over',
    () => ({
      word: everyAction((action) => ({ ...action, expires_at: new Date(Date.now() - 3_600_000).toISOString() })),
    }),
  ],
  // S3 says 403, tokens of GitLab 401: git-lfs issues 1345, 1558 and 2753.
  [
    'addresses that end with 403',
    () => endingAfter(5, 403, '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>'),
  ],
  ['addresses that end with 401', () => endingAfter(5, 401, '{"message":"Token has expired"}')],
  // S3: git-lfs issues 897, 960 and 1123; docs/api/batch.md, `authenticated`.
  [
    'addresses signed for S3, which takes no login as well',
    () => ({
      word: everyAction((action) => ({ ...action, href: `${action.href}?X-Amz-Expires=900&X-Amz-Signature=abc` })),
      answer: oneLoginOnly,
    }),
  ],
  [
    'objects that say that they need no login',
    () => ({
      word: (answer) => ({ ...answer, objects: answer.objects.map((object) => ({ ...object, authenticated: true })) }),
      answer: oneLoginOnly,
    }),
  ],
  // git-lfs, docs/api/batch.md: 413 where a request has too many objects; what stands before a server limits its length.
  ['no more than five objects a question', () => ({ most: 5 })],
  // Servers in Go that leave fields out by leaving them empty (git-lfs, tq/api.go: '' is basic).
  ['empty names of transfer and sum', () => ({ word: (answer) => ({ ...answer, transfer: '', hash_algo: '' }) })],
  ['no name of the transfer', () => ({ word: ({ objects }) => ({ objects }) })],
  // git-lfs before 0.6, still in lfstest-gitserver.go as `send-deprecated-links`.
  [
    '_links in place of actions',
    () => ({
      word: (answer) => ({
        ...answer,
        objects: answer.objects.map(({ actions, ...object }) => ({ ...object, _links: actions })),
      }),
    }),
  ],
  [
    'addresses within the server',
    () => ({ word: everyAction((action) => ({ ...action, href: new URL(action.href).pathname })) }),
  ],
  // Azure DevOps Server; `takingWindowsAccounts` says where.
  ['Windows accounts alone', () => takingWindowsAccounts(ACCOUNT, { offered: ['Negotiate', 'NTLM'] })],
  ['Windows accounts within Negotiate', () => takingWindowsAccounts(ACCOUNT, { offered: ['Negotiate'] })],
  [
    'Windows accounts, and Basic for tokens',
    () => takingWindowsAccounts(ACCOUNT, { offered: ['Bearer', 'Basic realm="tfs"', 'Negotiate', 'NTLM'] }),
  ],
  [
    'Windows accounts over connections that are closed',
    () => takingWindowsAccounts(ACCOUNT, { offered: ['NTLM'], closesAfter: 4 }),
  ],
  // A server in trouble for a moment, that says for how long.
  ['503 to the first request of each address', () => busyOnce(503)],
  ['429 to the first request of each address', () => busyOnce(429)],
];
