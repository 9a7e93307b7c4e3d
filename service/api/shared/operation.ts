/** An operation of the API as its route defines it: what it takes and answers, and the rules that it is held to. */
import type { RouteConfig } from '@hono/zod-openapi';
import type { Category } from '../../rate-limit/categories.ts';
import type { Access } from './access.ts';

/** What the `errors` of a refusal name. */
export type Resource =
  | 'Account'
  | 'CommitAuthor'
  | 'Hook'
  | 'Import'
  | 'Inspection'
  | 'Migration'
  | 'OauthAccess'
  | 'OauthApplication'
  | 'Organization'
  | 'Person'
  | 'RemotePush'
  | 'Repository'
  | 'Restore'
  | 'Session'
  | 'Settings';

/** What every route says of itself beside its shapes. */
export interface Rules {
  /** Who may call it. A route without this does not compile, and is refused to everybody. */
  access: Access;
  /** What its bad fields are fields of. */
  resource: Resource;
  /** What a request is counted under; `core` when nothing is said. */
  category?: Exclude<Category, 'core'> | 'uncounted';
  /** The preview that a client must ask for, where the installation insists on previews. */
  preview?: 'wyandotte';
  /** The body is text and not JSON. */
  textBody?: true;
}

export type Operation = RouteConfig & Rules;

/** Defines an operation. The path and the method stay literal in its type, as the typed client needs them. */
export function operation<Path extends string, Definition extends Omit<RouteConfig, 'path'> & Rules & { path: Path }>(
  definition: Definition,
): Definition {
  return definition;
}
