/** Shape of the first start. */
import { z } from '@hono/zod-openapi';

export const setupSchema = z
  .object({
    /** True until the first account exists. */
    required: z.boolean(),
    /** Null for whoever is no owner of the installation. */
    data_folder: z.string().nullable(),
    version: z.string(),
    tools: z.array(
      z.object({
        name: z.string(),
        version: z.string().nullable(),
        /** What to do when it is missing; null when present. */
        message: z.string().nullable(),
      }),
    ),
  })
  .openapi('Setup');
export type Setup = z.infer<typeof setupSchema>;
