/** What ends an export. */
import type { Sentence } from '../../../language/sentence.ts';
import { entry } from '../entry.ts';

export const exports = {
  'export.file_changed': entry(
    'internal',
    (p: { path: string }, work) => `${p.path} changed while it was read. ${work.Again}.`,
  ),
  'export.not_written_down': entry(
    'disk_failed',
    (p: { path: string }) =>
      `The archive is made. The disk that holds ${p.path} does not take that now: free some space or check the disk. Nothing must be exported again.`,
  ),
  'export.not_locked': entry(
    'internal',
    () =>
      'The repositories could not be locked, so the migration was not started. Check the permissions of the data folder.',
  ),
  'export.repository_unreadable': entry(
    'internal',
    (p: { path: string }, work) =>
      `The repository at ${p.path} could not be read. Check it with "git fsck", then ${work.again}.`,
  ),
  'export.folder_missing': entry(
    'not_found',
    (p: { repository: string; path: string }, work) =>
      `The folder of ${p.repository} is missing: ${p.path}. Restart Gantry, which puts an empty repository there, or put it back; then ${work.again}.`,
  ),
  'export.repository_damaged': entry(
    'broken_source',
    (p: { repository: string; damage: Sentence }, work) =>
      `The repository ${p.repository} is damaged: ${work.say(p.damage)}. Nothing was exported. Restart Gantry, or start its import again: what an import wrote is written anew; bring back from a copy what somebody pushed. Then ${work.again}.`,
  ),
  'export.large_file_damaged': entry(
    'broken_source',
    (p: { repository: string; name: string }, work) =>
      `The content of a large file of the repository ${p.repository} is damaged: ${p.name} is not what its name says. Nothing was exported. Start its import again, which writes anew what it wrote; bring back from a copy what somebody pushed. Then ${work.again}.`,
  ),
  'export.objects_missing': entry(
    'broken_source',
    (p: { repository: string }, work) =>
      `Objects of the repository ${p.repository} are missing. Check it with "git fsck", then ${work.again}.`,
  ),
  'export.objects_unreadable': entry(
    'broken_source',
    (p: { repository: string }, work) =>
      `Objects of the repository ${p.repository} cannot be read. Check it with "git fsck", then ${work.again}.`,
  ),
  'export.repository_removed': entry(
    'not_found',
    (p: { repository: string }) =>
      `The repository ${p.repository} was removed before it was exported. Start a new migration without it.`,
  ),
  'export.refs_never_quiet': entry(
    'internal',
    (p: { path: string }, work) =>
      `Somebody changes branches of ${p.path} without a pause. Stop that, or lock the repositories, and ${work.again}.`,
  ),
  'export.archive_cut': entry(
    'disk_failed',
    (p: { path: string; size: number; written: number }) =>
      `The archive ${p.path} has ${p.size} of the ${p.written} bytes that were written. It was put into the folder "damaged" of the data folder. Check the disk. Retry the migration, which exports its repositories as they are now.`,
  ),
  'export.archive_changed': entry(
    'disk_failed',
    (p: { path: string }) =>
      `The archive ${p.path} is not what was written: its checksum differs. It was put into the folder "damaged" of the data folder. Check the disk. Retry the migration, which exports its repositories as they are now.`,
  ),
  'archive.not_saved': entry('internal', (p: { target: string; code: string }) => notSaved(p.target, p.code)),
};

function notSaved(target: string, code: string): string {
  switch (code) {
    case 'ENOSPC':
      return `The disk of ${target} is full. Choose another folder or free some space.`;
    case 'EACCES':
    case 'EPERM':
      return `${target} may not be written. Choose another folder.`;
    case 'EROFS':
      return `${target} lies on a disk that is read-only. Choose another folder.`;
    case 'ENOENT':
      return 'The archive or the folder is not there any more. Look at the migration again.';
    default:
      return `The archive could not be saved at ${target} (${code}). Choose another folder.`;
  }
}
