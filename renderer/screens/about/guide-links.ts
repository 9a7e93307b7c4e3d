/** Links between pages of the guide. */

/**
 * The page that a link of another one leads to, whether there is one or not; null for what is no page of the guide.
 * @param from name of the page that the link stands on
 * @param target as it is written there: `../layout.md#outside`
 */
export function linkedPage(from: string, target: string): string | null {
  const [path = ''] = target.split('#');
  if (path === '' || !path.endsWith('.md') || /^[a-z]+:/i.test(path)) return null;
  const parts = from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else if (part !== '.') parts.push(part);
  }
  return parts.join('/').replace(/\.md$/, '');
}
