import { expect, it } from 'vitest';
import { readMigrations } from './migrations.ts';
import { ApiError } from './request.ts';

const organizations = [
  { login: 'owned', role: 'admin' },
  { login: 'joined', role: 'member' },
  { login: 'left', role: 'admin' },
];

/** A client that answers by the organization of the call; what it was asked is kept. */
function client(answers: Record<string, unknown>) {
  const asked: string[] = [];
  const all = async (call: string, { path }: { path?: { org: string } } = {}) => {
    const key = path?.org ?? call;
    asked.push(key);
    const answer = answers[key];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { asked, all: all as Parameters<typeof readMigrations>[0]['all'] };
}

it('one list that is refused leaves the others as they are, and is named', async () => {
  const refused = client({
    'GET /user/orgs': organizations,
    'GET /user/migrations': [{ id: 1 }, { id: 3 }],
    owned: [{ id: 2 }, { id: 3 }],
    // The role was taken away after it was read.
    left: new ApiError(403, 'Only owners of left may read its migrations.', []),
  });
  const { rows, unseen } = await readMigrations(refused);
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
  await expect(readMigrations(broken)).rejects.toThrow('The disk is full.');
});
