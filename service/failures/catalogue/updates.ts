/** What an update finds before it changes anything. */
import { entry } from '../entry.ts';

export const updates = {
  'update.source_changed': entry(
    'broken_source',
    (p: Lost) =>
      `The source no longer has all that was imported: ${lost(p, 'rewritten or moved back')} (${p.first}). Nothing was changed in the repository. Look at both sides, then confirm the update to take this over.`,
  ),
  'update.other_shape': entry(
    'broken_source',
    (p: Lost) =>
      `Folders of the source changed, so that its history suggests other branches than those that were published: ${lost(p, 'made of other folders or revisions')} (${p.first}). Nothing was changed in the repository. Look at both sides, then confirm the update to take the new shape over, or keep the shape that was published: choose it for the import.`,
  ),
  'update.stopped_late': entry(
    'internal',
    () =>
      'The update was stopped when its branches and tags were written already. Restart the import to compare the repository with the source.',
  ),
  'source.empty_now': entry(
    'empty',
    () =>
      'The source is empty now: it was made anew, or the address leads to another one. What was imported stays; nothing was changed here. Check the address, or bring back the source as it was, and update again.',
  ),
  'source.other_history': entry(
    'broken_source',
    (p: { revision: string; before: readonly string[]; after: readonly string[] }) =>
      `${p.revision} of the source is another one than the one that was imported. Imported: ${side(p.before)}. In the source now: ${side(p.after)}. The source was restored, filtered or rebuilt; nothing was changed here. Import it into a new repository, or bring back the source as it was.`,
  ),
  'source.shown_now': entry(
    'broken_source',
    (p: { revision: string }) =>
      `The server shows ${p.revision} now, and hid it, or a part of it, from the login that it was imported with. What it changed is missing here and cannot be added later; nothing was changed here. Import the source into a new repository.`,
  ),
  'source.went_backwards': entry(
    'broken_source',
    (p: { known: string; youngest: string }) =>
      `The source ends at ${p.youngest}, and ${p.known} was imported before: it was restored from a backup, or is a mirror that lags behind. Nothing was changed here. Wait for the mirror, or import the source into a new repository.`,
  ),
};

/** An alias, as an interface is none of a failure's parameters. */
type Lost = {
  gone: number;
  rewritten: number;
  gone_tags?: number;
  moved_tags?: number;
  first: string;
};

function lost(p: Lost, rewritten: string): string {
  return [
    ...(p.rewritten === 0 ? [] : [`${counted(p.rewritten, 'branch', 'es')} ${rewritten}`]),
    ...(p.gone === 0 ? [] : [`${counted(p.gone, 'branch', 'es')} gone`]),
    ...(p.moved_tags ? [`${counted(p.moved_tags, 'tag', 's')} something else now`] : []),
    ...(p.gone_tags ? [`${counted(p.gone_tags, 'tag', 's')} gone`] : []),
  ].join(' and ');
}

function counted(number: number, word: string, plural: string): string {
  return number === 1 ? `1 ${word} is` : `${number} ${word}${plural} are`;
}

/** Author, date and message, or what else tells two revisions apart. */
function side(parts: readonly string[]): string {
  return Array.isArray(parts) ? parts.filter((part) => part !== '').join(', ') : String(parts);
}
