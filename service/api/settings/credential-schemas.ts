/** Shapes of what this machine remembers of servers: accepted keys and passwords. */
import { z } from '@hono/zod-openapi';

/** A key of an SSH server that was accepted here. */
export const knownHostSchema = z
  .object({
    id: z.string(),
    host: z.string(),
    port: z.number().int(),
    type: z.string(),
    key: z.string(),
    fingerprint: z.string(),
  })
  .openapi('KnownHost');
export const rememberedCredentialsSchema = z
  .object({
    /** Whether there is a keychain; if not, `reason` is a sentence. */
    available: z.boolean(),
    reason: z.string().nullable(),
    entries: z.array(
      z.object({ id: z.string(), address: z.string(), username: z.string().nullable(), created_at: z.string() }),
    ),
  })
  .openapi('RememberedCredentials');
