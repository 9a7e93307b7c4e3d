/** Which page of the guide is about which screen. */
import { useDesk } from '../stores/desk.ts';

/** The page about a screen, by the screen's path. */
export function pageAbout(path: string): string {
  return places.find(([place]) => place.test(path))?.[1] ?? 'README';
}

const places: readonly (readonly [RegExp, string])[] = [
  [/^\/$/, 'home'],
  [/^\/imports\/new/, 'source'],
  [/^\/imports-lists/, 'lists'],
  [/^\/imports\/[^/]+\/[^/]+/, 'report'],
  [/^\/imports/, 'source'],
  [/^\/repositories\//, 'repository'],
  [/^\/migrations/, 'export'],
  [/^\/archives\/(restores|\d+\/restore)/, 'restore'],
  [/^\/archives/, 'archives'],
  [/^\/people-book/, 'people-book'],
  [/^\/(tokens|applications|rate-limit)/, 'scripts'],
  [/^\/settings\/people/, 'people'],
  [/^\/settings\/network/, 'network'],
  [/^\/settings\/(api|webhooks)/, 'scripts'],
  [/^\/settings\/maintenance/, 'maintenance'],
  [/^\/settings\/security/, 'signing-in'],
  [/^\/settings/, 'settings'],
  [/^\/(help|about)/, 'help'],
];

/** Opens Help at the page about what the window shows. @param path of the screen */
export function openHelpHere(path: string): void {
  const { about, openHelp } = useDesk.getState();
  openHelp(about ?? pageAbout(path));
}
