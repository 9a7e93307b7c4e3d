/** Shapes of webhooks and their deliveries (the public v3 webhooks). The renderer imports the types of this file. */
import { z } from '@hono/zod-openapi';

export const hookSchema = z
  .object({
    type: z.enum(['Repository', 'Organization']),
    id: z.number().int(),
    name: z.literal('web'),
    active: z.boolean(),
    events: z.array(z.string()),
    config: z.object({
      url: z.string(),
      content_type: z.enum(['json', 'form']),
      insecure_ssl: z.literal('0'),
      /** Eight stars where there is one; the secret itself is never sent. */
      secret: z.string().optional(),
    }),
    last_response: z.object({
      code: z.number().int().nullable(),
      status: z.enum(['unused', 'active', 'failing']),
      message: z.string().nullable(),
    }),
    created_at: z.string(),
    updated_at: z.string(),
    url: z.string(),
    deliveries_url: z.string(),
  })
  .openapi('Hook');
export type Hook = z.infer<typeof hookSchema>;

export const deliverySchema = z
  .object({
    id: z.number().int(),
    guid: z.string(),
    delivered_at: z.string().nullable(),
    created_at: z.string(),
    redelivery: z.boolean(),
    /** Seconds. */
    duration: z.number().nullable(),
    status: z.string(),
    status_code: z.number().int().nullable(),
    event: z.string(),
    action: z.null(),
    /** `waiting` for its next attempt, `delivered`, or `failed` for good. */
    state: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.number().int(),
    /** When the next attempt is due. */
    next_attempt_at: z.string().nullable(),
    url: z.string(),
  })
  .openapi('HookDelivery');
export type HookDelivery = z.infer<typeof deliverySchema>;

export const wholeDeliverySchema = deliverySchema
  .extend({
    request: z.object({ headers: z.record(z.string(), z.string()).nullable(), payload: z.unknown() }),
    response: z.object({ headers: z.record(z.string(), z.string()).nullable(), payload: z.string().nullable() }),
  })
  .openapi('WholeHookDelivery');
