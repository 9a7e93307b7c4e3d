/** German as it is loaded: only where it is spoken. */
import { engine, examples } from '../../language/de/engine/index.ts';
import { EngineSentences } from '../../language/engine-sentences.ts';

export { german } from './de/index.ts';

export function engineSentences(): EngineSentences {
  return new EngineSentences('de', engine);
}

export function engineExamples(): EngineSentences {
  return new EngineSentences('de', examples);
}
