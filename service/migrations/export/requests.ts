/** What callers ask of migrations, and why it may be refused. */

export interface StartRequest {
  /** Entries `owner/name`, or `name` of the owner. */
  repositories: readonly string[];
  lock_repositories: boolean;
  exclude_attachments: boolean;
  exclude: readonly string[];
  /** Private repositories may be named. */
  includePrivate: boolean;
}

/** A migration cannot be started or changed so. `message` is a sentence; `field` and `code` are the API's. */
export class InvalidMigration extends Error {
  readonly field: string;
  readonly code: 'invalid' | 'missing_field' | 'already_exists' | 'unprocessable';
  constructor(field: string, code: InvalidMigration['code'], message: string) {
    super(message);
    this.name = 'InvalidMigration';
    this.field = field;
    this.code = code;
  }
}
