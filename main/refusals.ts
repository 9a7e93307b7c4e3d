import { z } from 'zod';

/** The sentence of an answer with which the engine refused. */
export async function messageOf(response: Response, otherwise: string): Promise<string> {
  const body = z.object({ message: z.string() }).safeParse(await response.json().catch(() => null));
  return body.success ? body.data.message : otherwise;
}
