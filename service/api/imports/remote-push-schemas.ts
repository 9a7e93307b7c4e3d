/** Shapes of pushes to a remote, and of the remotes that are kept. */
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
    owner: z.string(),
    repo: z.string(),
    remote_url: z.string(),
    status: z.enum(['waiting', 'running', 'complete', 'needs_decision', 'auth_failed', 'error', 'cancelled']),
    percent: z.number().int(),
    status_text: z.string(),
    message: z.string().nullable(),
    /** Key of the failure that the message says. */
    failure: z.string().nullable(),
    unknown_host: unknownHostSchema.nullable(),
    target: pushTargetSchema.nullable(),
    /** Whether notes of commits (`refs/notes/`) go along. */
    notes: z.boolean(),
    /** Whether what the source had once (`refs/deleted/`) goes along. */
    deleted: z.boolean(),
    created_at: z.string(),
    /** Null while it waits or runs. */
    ended_at: z.string().nullable(),
    url: z.string(),
  })
  .openapi('RemotePush');
export type RemotePush = z.infer<typeof remotePushSchema>;

export const remoteSchema = z
  .object({
    id: z.number().int(),
    /** Never holds a password. */
    remote_url: z.string(),
    /** Null for a folder of this machine. */
    host: z.string().nullable(),
    pushed_at: z.string(),
    /** Whether notes of commits and what the source had once went along with the last push. */
    notes: z.boolean(),
    deleted: z.boolean(),
    push_after_update: z.boolean(),
    /** What was pushed, beside what the repository has now; nobody asks the remote. `unknown` for a push of an earlier version. */
    state: z.enum(['in_sync', 'behind', 'unknown']),
    refs_pushed: z.number().int().nullable(),
    commits_pushed: z.number().int().nullable(),
    /** Refs that the remote has not, or not as they are now. */
    refs_behind: z.number().int().nullable(),
    commits_behind: z.number().int().nullable(),
    url: z.string(),
  })
  .openapi('Remote');
export type Remote = z.infer<typeof remoteSchema>;
