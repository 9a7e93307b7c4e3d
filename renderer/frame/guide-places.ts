/** Which part of the guide is about which screen. */
import { type Block, readMarkdown, sectionsOf } from '../screens/about/markdown.ts';

/** The part about a screen, by its path. Where two parts have one name, settings come last. */
export function partAbout(guide: string, path: string): readonly Block[] {
  const title = places.find(([place]) => place.test(path))?.[1] ?? 'Importing';
  const named = sectionsOf(readMarkdown(guide)).filter(
    ([heading]) => heading?.kind === 'heading' && heading.lines.join(' ') === title,
  );
  return (path.startsWith('/settings') ? named.at(-1) : named[0]) ?? [];
}

const places: readonly (readonly [RegExp, string])[] = [
  [/^\/$/, 'Home'],
  [/^\/imports\/new/, 'Source'],
  [/^\/imports-lists/, 'Several at once'],
  [/^\/imports\/[^/]+\/[^/]+/, 'People'],
  [/^\/repositories\//, 'Every repository has a page'],
  [/^\/migrations/, 'Migrations'],
  [/^\/archives\/(restores|\d+\/restore)/, 'Restoring'],
  [/^\/archives/, 'Archives'],
  [/^\/people-book/, 'People book'],
  [/^\/tokens/, 'Tokens'],
  [/^\/applications/, 'Applications'],
  [/^\/rate-limit/, 'Rate limit'],
  [/^\/settings\/people/, 'People'],
  [/^\/settings\/network/, 'Network'],
  [/^\/settings\/api/, 'API'],
  [/^\/settings\/maintenance/, 'Maintenance'],
  [/^\/settings\/security/, 'Signing in and locking'],
  [/^\/settings/, 'Settings'],
];
