/** How long texts may be that people give and screens show. */
import { z } from '@hono/zod-openapi';

/** Characters. A description's is the large host's: a repository that is pushed there can be described there as it is here. */
export const LONGEST = { description: 350, name: 255, address: 2048 } as const;

/** A text of so many characters at most, counted as people count them and as JSON Schema does: an emoji is one. */
export function textOf(most: number) {
  return z
    .string()
    .superRefine((text, context) => {
      if (text.length <= most || [...text].length <= most) return;
      context.addIssue({ code: 'too_big', origin: 'string', maximum: most, inclusive: true, input: text });
    })
    .openapi({ maxLength: most });
}
