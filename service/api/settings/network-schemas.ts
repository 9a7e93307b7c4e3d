import { z } from '@hono/zod-openapi';

const mode = z.enum(['system', 'none', 'manual']);
const clientCertificate = z.object({
  /** Name or address, with `:port` or without; `*` for every server that asks. */
  host: z.string().max(300),
  /** Paths of PEM files. */
  certificate: z.string().max(4096),
  key: z.string().max(4096),
});

export const networkSchema = z
  .object({
    proxy: z.object({
      /** `system`: what the environment says; `none`; `manual`: `address`. */
      mode,
      /** `http://host:port`; '' for none. */
      address: z.string(),
      username: z.string(),
      /** Whether a password is at hand. It is never told. */
      has_password: z.boolean(),
      /** Hosts that are asked without the entered proxy. */
      exceptions: z.array(z.string()),
    }),
    /** Proxies that the environment names, free of logins. */
    environment: z.object({ http: z.string().nullable(), https: z.string().nullable() }),
    /** Path of a PEM file with further authorities; '' for none. */
    authorities: z.string(),
    client_certificates: z.array(clientCertificate),
    /** How long fetches and pushes wait for a server that went away, in minutes; 0 for not at all. */
    wait_minutes: z.number().int(),
  })
  .openapi('Network');
export type NetworkAnswer = z.infer<typeof networkSchema>;

export const networkChangeSchema = z.object({
  proxy: z
    .object({
      mode: mode.optional(),
      address: z.string().max(2000).optional(),
      username: z.string().max(300).optional(),
      /** '' for none. */
      password: z.string().max(1000).optional(),
      /** Has the keychain keep the password, beyond the end of the app. */
      remember: z.boolean().optional(),
      exceptions: z.array(z.string().max(300)).max(1000).optional(),
    })
    .optional(),
  authorities: z.string().max(4096).optional(),
  client_certificates: z.array(clientCertificate).max(100).optional(),
  wait_minutes: z.number().int().min(0).max(1440).optional(),
});

const hop = z.enum(['name', 'proxy', 'connection', 'certificate', 'login', 'answer']);

export const addressTestSchema = z
  .object({
    hops: z.array(
      z.object({
        hop,
        /** `wanted`: the server asks for a login, which comes with an import. */
        state: z.enum(['passed', 'failed', 'wanted', 'not_reached']),
        message: z.string().nullable(),
      }),
    ),
    /** The part at which the way ends; null when it does not. */
    failed: hop.nullable(),
    /** What happened and what to do now. */
    message: z.string(),
  })
  .openapi('AddressTest');
export type AddressTestAnswer = z.infer<typeof addressTestSchema>;
