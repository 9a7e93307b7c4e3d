import type { Said } from '../../language/sentence.ts';
import { SaidError } from '../failures/said-error.ts';

/** A repository that cannot be made. `code` is one of the API's validation codes. */
export class InvalidRepository extends SaidError {
  readonly field: string;
  readonly code: 'invalid' | 'already_exists';
  constructor(field: string, code: 'invalid' | 'already_exists', said: Said) {
    super(said);
    this.field = field;
    this.code = code;
  }
}
