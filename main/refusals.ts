import { z } from 'zod';
import type { EngineAnswer } from './engine-thread/answer.ts';

const refusalSchema = z.object({
  message: z.string(),
  errors: z.array(z.object({ message: z.string().optional() })).optional(),
});

/** The sentence of an answer with which the engine refused: what it says of single fields, where it does, as the rest names the kind alone. */
export async function messageOf(response: Pick<EngineAnswer, 'json'>, otherwise: string): Promise<string> {
  const body = refusalSchema.safeParse(await response.json().catch(() => null));
  if (!body.success) return otherwise;
  const details = (body.data.errors ?? []).flatMap(({ message }) => (message ? [message] : []));
  return details.length > 0 ? details.join(' ') : body.data.message;
}
