/** What callers ask of migrations, and why it may be refused. */
import type { Said } from '../../../language/sentence.ts';
import { SaidError } from '../../failures/said-error.ts';

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
export class InvalidMigration extends SaidError {
  readonly field: string;
  readonly code: 'invalid' | 'missing_field' | 'already_exists' | 'unprocessable';
  constructor(field: string, code: InvalidMigration['code'], said: Said) {
    super(said);
    this.field = field;
    this.code = code;
  }
}
