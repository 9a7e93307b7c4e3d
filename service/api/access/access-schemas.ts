/** Shapes of bodies about access: tokens, applications, sign-in, rate limit, settings. The renderer imports their types. */
import { z } from '@hono/zod-openapi';
import { SETTABLE_TOOLS } from '../../processes/tool-commands.ts';
import { ownerSchema } from '../shared/schemas.ts';

export const appSchema = z.object({ name: z.string(), url: z.string(), client_id: z.string() }).openapi('App');

export const grantSchema = z
  .object({
    id: z.number().int(),
    url: z.string(),
    app: appSchema,
    created_at: z.string(),
    updated_at: z.string(),
    /** Union of the scopes of the application's tokens. */
    scopes: z.array(z.string()),
  })
  .openapi('Grant');
export type Grant = z.infer<typeof grantSchema>;

export const authorizationSchema = z
  .object({
    id: z.number().int(),
    url: z.string(),
    scopes: z.array(z.string()),
    /** The token in an answer 201, else empty. */
    token: z.string(),
    token_last_eight: z.string(),
    hashed_token: z.string(),
    app: appSchema,
    note: z.string().nullable(),
    note_url: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    fingerprint: z.string().nullable(),
  })
  .openapi('Authorization');
export type Authorization = z.infer<typeof authorizationSchema>;

export const applicationSchema = z
  .object({
    client_id: z.string(),
    name: z.string(),
    url: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .openapi('Application');
export type Application = z.infer<typeof applicationSchema>;

export const newApplicationSchema = applicationSchema
  .extend({ client_secret: z.string() })
  .openapi('ApplicationWithSecret');
export type NewApplication = z.infer<typeof newApplicationSchema>;

export const scopeSchema = z
  .object({ name: z.string(), description: z.string(), parent: z.string().nullable() })
  .openapi('Scope');
export type Scope = z.infer<typeof scopeSchema>;

export const rateCategorySchema = z
  .object({
    limit: z.number().int(),
    remaining: z.number().int(),
    /** Seconds since 1970. */
    reset: z.number().int(),
  })
  .openapi('RateLimitCategory');

export const rateLimitSchema = z
  .object({
    resources: z.object({
      core: rateCategorySchema,
      search: rateCategorySchema,
      graphql: rateCategorySchema,
      integration_manifest: rateCategorySchema,
      code_scanning_upload: rateCategorySchema,
      source_import: rateCategorySchema,
    }),
    /** Deprecated: the same as `core`. */
    rate: rateCategorySchema,
  })
  .openapi('RateLimit');
export type RateLimit = z.infer<typeof rateLimitSchema>;

export const rateMinuteSchema = z
  .object({
    /** Start of the minute, seconds since 1970. */
    minute: z.number().int(),
    used: z.number().int(),
  })
  .openapi('RateLimitMinute');
export type RateMinute = z.infer<typeof rateMinuteSchema>;

export const memberSchema = ownerSchema.extend({ role: z.enum(['admin', 'member']) }).openapi('Member');
export type Member = z.infer<typeof memberSchema>;

/** An organization and what the account that asks is in it; owners of the installation own all. */
export const ownOrganizationSchema = ownerSchema
  .extend({ role: z.enum(['admin', 'member']) })
  .openapi('OwnOrganization');

/** As the public v3 API has it. Nobody is asked here: a membership is active at once. */
export const membershipSchema = z
  .object({
    url: z.string(),
    state: z.literal('active'),
    role: z.enum(['admin', 'member']),
    organization_url: z.string(),
    organization: ownerSchema,
    user: ownerSchema,
  })
  .openapi('Membership');
export type Membership = z.infer<typeof membershipSchema>;
export const organizationSchema = ownerSchema.extend({ saml_enforced: z.boolean() }).openapi('Organization');
export type Organization = z.infer<typeof organizationSchema>;

export const twoFactorSecretSchema = z
  .object({
    /** Base32. */
    secret: z.string(),
    otpauth_url: z.string(),
  })
  .openapi('TwoFactorSecret');
export type TwoFactorSecret = z.infer<typeof twoFactorSecretSchema>;

export const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) }).openapi('RecoveryCodes');
export const brownoutSchema = z
  .object({
    /** ISO 8601. */
    from: z.string(),
    to: z.string(),
    reason: z.string(),
  })
  .openapi('Brownout');

export const settingsSchema = z
  .object({
    loopback: z.object({
      enabled: z.boolean(),
      /** 0 for any free port. */
      port: z.number().int(),
      /** While it listens. */
      base_url: z.string().nullable(),
      /** A sentence: why it does not listen. */
      error: z.string().nullable(),
    }),
    brownouts: z.array(brownoutSchema),
    preview_required: z.boolean(),
    /** Where each tool is started from. */
    tools: z.array(
      z.object({
        name: z.enum(SETTABLE_TOOLS),
        /** Null when it is nowhere. */
        path: z.string().nullable(),
        /** Whether the owners set it, in place of what PATH and the usual places have. */
        is_set: z.boolean(),
      }),
    ),
  })
  .openapi('Settings');
export type Settings = z.infer<typeof settingsSchema>;

export const servedRequestSchema = z
  .object({
    at: z.string(),
    method: z.string(),
    /** Without the query. */
    path: z.string(),
    status: z.number().int(),
    milliseconds: z.number(),
    /** Login, or null without one. */
    account: z.string().nullable(),
  })
  .openapi('ServedRequest');
