import { z } from 'zod';
import type { Engine } from '../engine.ts';
import { FIRST_QUESTIONS } from './first-questions.ts';
import type { LastView } from './last-view.ts';

const workSchema = z.array(z.object({ state: z.string() }));

/**
 * What the window's page would be answered now.
 * @returns null where nobody may see it unasked, where something is refused, and where work runs or waits: it goes on, or says why
 * not, at the next start
 * @throws what the engine does
 */
export async function presentView({ session, fetch }: Pick<Engine, 'session' | 'fetch'>): Promise<LastView | null> {
  const { login, locked } = session.state();
  if (login === null || locked) return null;
  const answers: LastView['answers'] = {};
  for (const path of FIRST_QUESTIONS) {
    const answer = await fetch('GET', path);
    if (!answer.ok) return null;
    answers[path] = { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
  }
  const work = workSchema.parse(JSON.parse(answers['/user/work']?.body ?? ''));
  return work.some(({ state }) => state === 'running' || state === 'waiting') ? null : { login, answers };
}
