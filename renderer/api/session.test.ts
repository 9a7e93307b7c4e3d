import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { usePasswordQuestion } from './password-question.ts';
import { queryKeys } from './query-keys.ts';
import { applySession } from './session.ts';

const open = { login: 'owner', locked: false, confirmed_until: null };

function known(): QueryClient {
  const queries = new QueryClient();
  queries.setQueryData(queryKeys.session, open);
  queries.setQueryData(queryKeys.setup, { required: false, data_folder: '/home/owner/data' });
  queries.setQueryData(queryKeys.tokens, []);
  return queries;
}

it('empties what the page knows when the session is locked, signed out or somebody else’s', () => {
  for (const session of [
    { ...open, locked: true },
    { ...open, login: null },
    { ...open, login: 'ann' },
  ]) {
    const queries = known();
    applySession(queries, session);
    expect(queries.getQueryData(queryKeys.tokens)).toBeUndefined();
    // Where the data lies is for owners to know.
    expect(queries.getQueryData(queryKeys.setup)).toEqual({ required: false, data_folder: null });
    expect(queries.getQueryState(queryKeys.setup)?.isInvalidated).toBe(true);
    expect(queries.getQueryData(queryKeys.session)).toEqual(session);
  }
});

it('keeps what the page knows when the password was confirmed', () => {
  const queries = known();
  applySession(queries, { ...open, confirmed_until: 1 });
  expect(queries.getQueryData(queryKeys.tokens)).toEqual([]);
});

it('asks anew where the data lies when the window is unlocked', () => {
  const queries = known();
  queries.setQueryData(queryKeys.session, { ...open, locked: true });
  applySession(queries, open);
  expect(queries.getQueryState(queryKeys.setup)?.isInvalidated).toBe(true);
});

it('gives up a question for the password when the session is closed', async () => {
  const first = usePasswordQuestion.getState().ask();
  const second = usePasswordQuestion.getState().ask();
  applySession(known(), { ...open, locked: true });
  expect(await Promise.all([first, second])).toEqual([false, false]);
  expect(usePasswordQuestion.getState().asked).toBe(false);
});
