import { z } from 'zod';
import type { EngineAnswer } from './engine-thread/answer.ts';

/** The sentence of an answer with which the engine refused. */
export async function messageOf(response: EngineAnswer, otherwise: string): Promise<string> {
  const body = z.object({ message: z.string() }).safeParse(await response.json().catch(() => null));
  return body.success ? body.data.message : otherwise;
}
