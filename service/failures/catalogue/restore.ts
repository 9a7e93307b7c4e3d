/** What ends a restore. */
import type { Sentence } from '../../../language/sentence.ts';
import { entry } from '../entry.ts';

export const restore = {
  'restore.name_taken': entry(
    'internal',
    (p: { what: Sentence }, work) =>
      `${work.say(p.what)} of the same name was made while the archive was restored. Look at the choices and ${work.again}.`,
  ),
  'restore.part_missing': entry(
    'internal',
    (p: { path: string }) =>
      `${p.path} is missing, so a part of the restore cannot be put into its place. Put it back and start Gantry again: the restore then goes on.`,
  ),
  'restore.in_the_way': entry(
    'internal',
    (p: { path: string }) =>
      `${p.path} is in the way of the restore. Move it away and start Gantry again: the restore then goes on.`,
  ),
  'restore.no_ref': entry(
    'broken_source',
    (p: { ref: string; repository: string }) =>
      `The ref ${p.ref} of the repository ${p.repository} is no ref. Nothing was restored; leave this repository out, or get the archive anew.`,
  ),
  'restore.large_file_damaged': entry(
    'broken_source',
    (p: { oid: string; repository: string }) =>
      `The large file ${p.oid} of the repository ${p.repository} is damaged. Nothing was restored; leave this repository out, or get the archive anew.`,
  ),
  'restore.git_data_damaged': entry(
    'broken_source',
    (p: { repository: string; reason: string }) =>
      `The Git data of ${p.repository} is damaged: git says ${p.reason}. Nothing was restored; leave this repository out, or get the archive anew.`,
  ),
  'restore.too_little_space': entry(
    'disk_full',
    /** `lacks`: in bytes. */
    (p: { needed: string; free: string; lacks: number }) =>
      `The restore needs about ${p.needed} of disk space, but only ${p.free} are free. Free some space, then try again.`,
  ),
  'restore.waits_for_space': entry(
    'disk_full',
    (p: { needed: string; free: string }) =>
      `The restore needs about ${p.needed} of disk space, but only ${p.free} are free. Free some space: it goes on by itself once there is room.`,
  ),
  'restore.choice_impossible': entry(
    'broken_source',
    (p: { source: string; problem: Sentence }, work) =>
      `${p.source}: ${work.say(p.problem)} Change the choice and ${work.again}.`,
  ),
  'restore.ref_not_restored': entry(
    'broken_source',
    (p: { ref: string; repository: string }) =>
      `The ref ${p.ref} of the repository ${p.repository} is no ref. Nothing was restored; leave this repository out, or get the archive anew.`,
  ),
  'restore.cancelled': entry('cancelled', () => 'The restore was cancelled. Nothing of it was kept.'),
  'restore.cut_off': entry(
    'internal',
    () => 'Gantry was closed while this archive was restored. Nothing of it was kept; start the restore again.',
  ),
  'restore.hindered': entry(
    'internal',
    // Written by earlier versions without the path.
    ({ path }: { path?: string }) =>
      `The last part of the restore could not be put into its place. See to it that the disk ${path === undefined ? 'of the data folder' : `that holds ${path}`} has space and is writable, then start Gantry again: the restore goes on.`,
  ),
  'restore.refused': entry('internal', (p: { problem: Sentence }, work) => work.say(p.problem)),
};
