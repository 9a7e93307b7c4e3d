import { z } from '@hono/zod-openapi';

const size = z.number();

export const activitySchema = z
  .object({
    /** Work that is under way. */
    jobs: z.array(
      z.object({
        kind: z.enum(['import', 'export', 'restore', 'archive', 'push', 'check']),
        name: z.string(),
        status_text: z.string(),
        /** Null where nobody counts. */
        percent: z.number().nullable(),
      }),
    ),
    /** Work that waits for its turn. */
    waiting: z.object({
      listed_imports: z.number().int(),
      exports: z.number().int(),
      restores: z.number().int(),
      deliveries: z.number().int(),
    }),
    /** Programs that were started, without their arguments. */
    programs: z.array(
      z.object({
        pid: z.number().int(),
        command: z.string(),
        seconds: z.number().nullable(),
        memory_bytes: size.nullable(),
      }),
    ),
    disk: z.object({
      free_bytes: size,
      total_bytes: size,
      /** What lies in the data folder, largest first. */
      parts: z.array(z.object({ name: z.string(), bytes: size })),
    }),
    /** Of the engine's process. */
    memory_bytes: size,
    uptime_seconds: z.number().int(),
  })
  .openapi('Activity');
export type Activity = z.infer<typeof activitySchema>;

export const diagnosticsSchema = z
  .object({
    /** Names, addresses, people and secrets were taken out of it. */
    text: z.string(),
  })
  .openapi('Diagnostics');

export const checkSchema = z
  .object({
    state: z.enum(['running', 'complete', 'cancelled', 'failed']),
    started_at: z.string(),
    finished_at: z.string().nullable(),
    percent: z.number(),
    status_text: z.string(),
    problems: z.array(
      z.object({ kind: z.enum(['database', 'repository', 'archive', 'file']), name: z.string(), text: z.string() }),
    ),
    /** `problems` has the first thousand. */
    problems_count: z.number().int(),
    checked: z
      .object({
        databases: z.number().int(),
        repositories: z.number().int(),
        archives: z.number().int(),
        /** Repositories that were not read, as work on them ran. */
        skipped: z.array(z.string()),
      })
      .nullable(),
  })
  .openapi('InstallationCheck');
export type ToldCheckReport = z.infer<typeof checkSchema>;

export const backupSchema = z
  .object({
    name: z.string(),
    database: z.string(),
    /** Why it was made: every day, before a change of the layout, or because another one took its place. */
    kind: z.enum(['daily', 'upgrade', 'replaced']),
    made_at: z.string(),
    size: size,
  })
  .openapi('Backup');

export const straySchema = z.object({ owner: z.string(), name: z.string() }).openapi('StrayRepository');
