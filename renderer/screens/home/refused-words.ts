/** What was refused of many, in a few sentences: the first by name, the rest counted. */
import type { Refused } from '../../api/one-after-another.ts';
import { t } from '../../language/text.ts';

const mostNamed = 3;

export function refusedText(refused: readonly Refused<{ full_name: string }>[]): string {
  const named = refused.slice(0, mostNamed).map(({ item, sentence }) => `${item.full_name}: ${sentence}`);
  const more = refused.length - named.length;
  return [...named, ...(more > 0 ? [t('And {more, number} more.', { more })] : [])].join(' ');
}
