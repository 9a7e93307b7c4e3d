import type { Said } from '../../language/sentence.ts';
import { inEnglish } from './sentences.ts';

/** An error whose sentence is data; `message` has it in English. */
export class SaidError extends Error {
  readonly said: Said;

  constructor(said: Said, options?: ErrorOptions) {
    super(inEnglish(said), options);
    this.name = new.target.name;
    this.said = said;
  }
}
