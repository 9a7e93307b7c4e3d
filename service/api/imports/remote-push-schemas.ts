/** Shapes of pushes to a remote. */
import { z } from '@hono/zod-openapi';
import { unknownHostSchema } from '../shared/schemas.ts';

/** How a remote stands to the repository: counts of branches and tags together, lists of at most 100. */
export const pushTargetSchema = z
  .object({
    new: z.number().int(),
    forward: z.number().int(),
    equal: z.number().int(),
    only_there: z.number().int(),
    refused: z.array(z.object({ ref: z.string(), reason: z.string() })),
    refused_count: z.number().int(),
    left_out: z.array(z.string()),
    left_out_count: z.number().int(),
  })
  .openapi('PushTarget');

export const remotePushSchema = z
  .object({
    id: z.number().int(),
    remote_url: z.string(),
    status: z.enum(['running', 'complete', 'needs_decision', 'auth_failed', 'error', 'cancelled']),
    percent: z.number().int(),
    status_text: z.string(),
    message: z.string().nullable(),
    unknown_host: unknownHostSchema.nullable(),
    target: pushTargetSchema.nullable(),
    created_at: z.string(),
    url: z.string(),
  })
  .openapi('RemotePush');
export type RemotePush = z.infer<typeof remotePushSchema>;
