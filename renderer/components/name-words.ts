/** Names in a sentence: the first three, and how many more there are. */
import { t } from '../language/text.ts';
export function namesText(names: readonly string[]): string {
  const rest = names.length - mostNamed;
  if (rest <= 0) return names.join(', ');
  return t('{names} and {others, plural, one {one other} other {# others}}', {
    names: names.slice(0, mostNamed).join(', '),
    others: rest,
  });
}

const mostNamed = 3;
