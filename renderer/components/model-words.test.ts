import { expect, it } from 'vitest';
import { german } from '../language/de/index.ts';
import { modelWords } from './model-words.ts';

const [models = ''] = Object.values(
  import.meta.glob<string>('../../service/migrations/records/models.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);
it.each([...models.matchAll(/^ {2}model\(\s*'(\w+)'/gm)].map(([, plural = '']) => plural))(
  'has words of its own for %s, in German as well',
  (plural) => expect(Object.keys(german)).toContain(modelWords(plural)),
);
