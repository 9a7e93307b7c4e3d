import { expect, it } from 'vitest';
import { mergedMigrations, readMigrations } from './migrations.ts';
import { ApiError, type api } from './request.ts';

const organizations = [
  { login: 'owned', role: 'admin' },
  { login: 'joined', role: 'member' },
  { login: 'left', role: 'admin' },
];
const first = { page: 1, of: null };

/** A client that answers by the organization of the call; what it was asked is kept. */
function client(answers: Record<string, unknown>) {
  const asked: string[] = [];
  const answer = async (call: string, { path }: { path?: { org: string } } = {}) => {
    const key = path?.org ?? call;
    asked.push(key);
    const given = answers[key];
    if (given instanceof Error) throw given;
    return given;
  };
  return { asked, client: Object.assign(answer, { all: answer }) as unknown as typeof api };
}

/** So many migrations of somebody, down from an id. */
const rowsOf = (login: string, from: number, count: number, step = 1) =>
  Array.from({ length: count }, (_, n) => ({ id: from - n * step, owner: { login } }));

it('one list that is refused leaves the others as they are, and is named', async () => {
  const refused = client({
    'GET /user/orgs': organizations,
    'GET /user/migrations': [...rowsOf('me', 3, 1), ...rowsOf('me', 1, 1)],
    owned: rowsOf('owned', 3, 2),
    // The role was taken away after it was read.
    left: new ApiError(403, 'Only owners of left may read its migrations.', []),
  });
  const { rows, unseen } = mergedMigrations([await readMigrations(refused.client, first)]);
  expect(rows.map(({ id }) => id)).toEqual([3, 2, 1]);
  expect(unseen).toEqual(['joined', 'left']);
  // What would be refused for sure is not asked.
  expect(refused.asked).not.toContain('joined');
});

it('what is no refusal is not passed over', async () => {
  const broken = client({
    'GET /user/orgs': organizations,
    'GET /user/migrations': [],
    owned: new ApiError(500, 'The disk is full.', []),
    left: [],
  });
  await expect(readMigrations(broken.client, first)).rejects.toThrow('The disk is full.');
});

it('pages of several lists are one list, which ends before what another list may have more of', async () => {
  const own = rowsOf('me', 1000, 150, 2);
  const page = (number: number) => own.slice((number - 1) * 100, number * 100);
  const begun = client({
    'GET /user/orgs': organizations,
    'GET /user/migrations': page(1),
    owned: rowsOf('owned', 901, 3, 400),
    left: [],
  });
  const pages = [await readMigrations(begun.client, first)];
  const one = mergedMigrations(pages);
  // 501 and 101 may come after migrations of the account's next page.
  expect([one.rows.length, one.rows[50]?.id, one.rows.at(-1)?.id]).toEqual([101, 901, 802]);
  expect(one.owners).toEqual(['me', 'owned']);

  const of = pages.flatMap(({ lists }) => lists.filter(({ more }) => more).map(({ name }) => name));
  expect(of).toEqual(['']);
  const next = client({ 'GET /user/orgs': organizations, 'GET /user/migrations': page(2) });
  pages.push(await readMigrations(next.client, { page: 2, of }));
  expect(next.asked).toEqual(['GET /user/orgs', 'GET /user/migrations']);
  const whole = mergedMigrations(pages).rows.map(({ id }) => id);
  expect(whole).toHaveLength(153);
  expect(whole).toEqual(whole.toSorted((a, b) => b - a));
  expect(mergedMigrations(pages).unseen).toEqual(['joined']);
});
