/** Plain pages for people at `html_url`: no scripts, no forms, nothing from elsewhere. */
import type { RepositoryRow } from '../store/repositories.ts';
import { identicon } from './identicon.ts';
import { Refusal } from './refusal.ts';
import { requireRight } from './rights.ts';
import type { DoorRooms } from './rooms.ts';
import type { Visit } from './visit.ts';

/** Repositories on the page of an account. */
const MOST_LISTED = 1000;
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** The picture of an account. @throws Refusal */
export function sendAvatar(visit: Visit, login: string): void {
  requireReading(visit);
  visit.outgoing.writeHead(200, {
    ...HEADERS,
    'Content-Type': 'image/svg+xml',
    'Cache-Control': 'public, max-age=86400',
  });
  visit.outgoing.end(identicon(login));
}

/** What is known of a repository. Who may not see it gets no challenge: no browser shall keep a login for this address. @throws Refusal 404 */
export function sendRepositoryPage(rooms: DoorRooms, visit: Visit, name: { owner: string; repo: string }): void {
  requireReading(visit);
  const row = visible(rooms, visit, rooms.repositories.byName(name.owner, name.repo));
  if (row === null) throw new Refusal(404, 'There is no such repository here, or you may not see it.');
  const path = `/${row.owner}/${row.name}`;
  const address = `${visit.origin}${path}.git`;
  sendPage(visit, `${row.owner}/${row.name}`, [
    row.description === null ? '' : `<p>${escaped(row.description)}</p>`,
    `<p>${row.private === 1 ? 'Private' : 'Public'}. Default branch: ${escaped(row.default_branch)}. Last push: ${row.pushed_at}.</p>`,
    `<pre>git clone ${escaped(address)}</pre>`,
    `<p><a href="/${escaped(row.owner)}">${escaped(row.owner)}</a></p>`,
  ]);
}

/** An account and those of its repositories that the visitor may see; 404 when there are none. @throws Refusal 404 */
export function sendAccountPage(rooms: DoorRooms, visit: Visit, login: string): void {
  requireReading(visit);
  const account = rooms.accounts.byLogin(login);
  const all = { private: true, singleSignOn: true } as const;
  const rows =
    account === undefined ? [] : rooms.repositories.ofOwner(account.id, all, { limit: MOST_LISTED, offset: 0 }).rows;
  const seen = rows.filter((row) => visible(rooms, visit, row) !== null);
  if (account === undefined || seen.length === 0) {
    throw new Refusal(404, 'There is no such account here, or nothing of it that you may see.');
  }
  sendPage(visit, account.login, [
    `<img src="/avatars/${escaped(account.login)}" alt="" width="64" height="64">`,
    `<ul>${seen.map(({ owner, name }) => `<li><a href="/${escaped(owner)}/${escaped(name)}">${escaped(name)}</a></li>`).join('')}</ul>`,
  ]);
}

function visible(rooms: DoorRooms, visit: Visit, row: RepositoryRow | undefined): RepositoryRow | null {
  // Its name and address, on this machine; what is in it is for whom the API answers.
  if (row?.private === 0 && !visit.isPublished) return row;
  try {
    return requireRight(rooms, visit.visitor, row, 'read');
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function requireReading({ method }: Visit): void {
  if (method !== 'GET' && method !== 'HEAD') throw new Refusal(405, 'Only GET is answered here.');
}

function sendPage({ outgoing }: Visit, title: string, body: readonly string[]): void {
  outgoing.writeHead(200, { ...HEADERS, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
  outgoing.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title><h1>${escaped(title)}</h1>${body.join('')}</html>\n`,
  );
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
