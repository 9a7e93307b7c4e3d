/** From what was staged and what the records say to rows and moves. */
import type { AdoptedRows } from '../../store/adoption.ts';
import type { RecordsDatabase } from '../records/records-database.ts';
import type { Move } from './restore-job.ts';
import type { Wanted } from './wanted.ts';

/** New accounts, with what their records say of them. */
export function newAccounts(index: RecordsDatabase, { choices }: Pick<Wanted, 'choices'>): AdoptedRows['accounts'] {
  const accounts: AdoptedRows['accounts'][number][] = [];
  for (const { model_name, source, action, target } of choices) {
    if (model_name === 'repository' || (action !== 'import' && action !== 'rename')) continue;
    const isUser = model_name === 'user';
    const row = index
      .sql<{ name: string | null; email: string | null; created_at: string | null }>(
        isUser
          ? 'SELECT name, emails AS email, created_at FROM users WHERE address = @address'
          : 'SELECT name, email, created_at FROM organizations WHERE address = @address',
      )
      .get({ address: `/${source}` });
    accounts.push({
      type: isUser ? 'User' : 'Organization',
      login: target,
      name: row?.name ?? null,
      email: isUser ? firstAddress(row?.email ?? null) : (row?.email ?? null),
      created_at: timeOf(row?.created_at ?? null),
    });
  }
  return accounts;
}

function firstAddress(emails: string | null): string | null {
  const list: unknown = emails === null ? [] : JSON.parse(emails);
  if (!Array.isArray(list)) return null;
  const known = list.filter(
    (each): each is { address: string; primary?: unknown } =>
      typeof (each as { address?: unknown })?.address === 'string',
  );
  return (known.find(({ primary }) => primary === true) ?? known[0])?.address ?? null;
}

/** A moment as tables have it; null for none, or one of another form. */
export function timeOf(text: string | null): string | null {
  return text !== null && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : null;
}

/** Members of the organizations that are made; those that exist keep theirs. */
export function newMemberships(
  index: RecordsDatabase,
  { choices }: Pick<Wanted, 'choices'>,
): AdoptedRows['memberships'] {
  const users = new Map(
    choices
      .filter(({ model_name, action }) => model_name === 'user' && action !== 'skip')
      .map(({ source, target }) => [source.toLowerCase(), target]),
  );
  return choices
    .filter(({ model_name, action }) => model_name === 'organization' && (action === 'import' || action === 'rename'))
    .flatMap(({ source, target }) => {
      const row = index
        .sql<{ members: string | null }>('SELECT members FROM organizations WHERE address = @address')
        .get({ address: `/${source}` });
      const members: unknown = JSON.parse(row?.members ?? '[]');
      if (!Array.isArray(members)) return [];
      return members.flatMap((member: { user?: unknown; role?: unknown } | null) => {
        const login = typeof member?.user === 'string' ? (member.user.split('/').at(-1) ?? '') : '';
        const user = users.get(login.toLowerCase());
        if (user === undefined) return [];
        return [{ organization: target, login: user, role: member?.role === 'admin' ? 'owner' : 'member' } as const];
      });
    });
}

/** Staged folders to their places, each once. @param staging path below the data folder */
export function movesOf(staging: string, repositories: Iterable<string>, files: Iterable<string>): Move[] {
  const folders = new Set<string>();
  for (const folder of repositories) folders.add(`repositories/${folder}.git`);
  for (const path of files) folders.add(path.split('/').slice(0, 2).join('/'));
  return [...folders].map((to) => ({ from: `${staging}/${to}`, to }));
}
