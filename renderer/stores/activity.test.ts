import { beforeEach, expect, it } from 'vitest';
import { storeIn } from './testing/stored.ts';

storeIn();

const { useActivity } = await import('./activity.ts');

const refusedOf = (repo: string) => ({ owner: 'team', repo, sentence: 'It is locked.', at: '2026-01-01T00:00:00.5Z' });

beforeEach(() => useActivity.setState({ refused: [] }));

it('forgets what was refused of repositories that were begun since, and keeps what was refused of others', () => {
  const { noteRefused } = useActivity.getState();
  noteRefused([refusedOf('one'), refusedOf('two'), refusedOf('three')], ['team/one', 'team/two', 'team/three']);
  noteRefused([refusedOf('two')], ['team/one', 'team/two']);
  expect(useActivity.getState().refused.map(({ repo }) => repo)).toEqual(['two', 'three']);
});
