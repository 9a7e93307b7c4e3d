import { z } from '@hono/zod-openapi';
import { vcsSchema } from '../../vocabulary/import-report.ts';

/** Somebody of a people book. */
export const personSchema = z
  .object({
    id: z.number().int(),
    /** As sources call the person. */
    remote_name: z.string(),
    /** The system whose sources do; null where any does. */
    vcs: vcsSchema.nullable(),
    name: z.string(),
    email: z.string(),
    /** `list`: the map of a list of imports, which gives way to what a person says. */
    set_by: z.enum(['person', 'list']),
    updated_at: z.string(),
  })
  .openapi('Person');
export type Person = z.infer<typeof personSchema>;
