/** What the reader of archives refuses: nothing of such an archive is kept. */
import type { Sentence } from '../../../language/sentence.ts';
import { entry } from '../entry.ts';

/** Who made an archive so knows why, or somebody changed it on its way. */
const NOTHING = 'Nothing was taken from the archive; ask for another one where it comes from.';

export const archives = {
  'archive.absolute_name': entry(
    'broken_source',
    (p: { name: string }) => `The archive holds the absolute name ${p.name}. ${NOTHING}`,
  ),
  'archive.backslash': entry(
    'broken_source',
    (p: { name: string }) =>
      `The archive holds ${p.name}, a name with a backslash, which leads elsewhere on Windows. ${NOTHING}`,
  ),
  'archive.control_characters': entry(
    'broken_source',
    (p: { name: string }) => `The archive holds ${p.name}, a name with control characters. ${NOTHING}`,
  ),
  'archive.name_too_long': entry(
    'broken_source',
    (p: { bytes: number; name: string }) =>
      `The archive holds a name of more than ${p.bytes} bytes, ${p.name}. ${NOTHING}`,
  ),
  'archive.leads_out': entry(
    'broken_source',
    (p: { name: string }) => `The archive holds ${p.name}, which leads out of it. ${NOTHING}`,
  ),
  'archive.odd_name': entry(
    'broken_source',
    (p: { name: string }) => `The archive holds the odd name ${p.name}. ${NOTHING}`,
  ),
  'archive.part_too_long': entry(
    'broken_source',
    (p: { name: string; bytes: number }) =>
      `The archive holds ${p.name}, of which a part is longer than ${p.bytes} bytes. ${NOTHING}`,
  ),
  'archive.twice': entry(
    'broken_source',
    (p: { name: string }) =>
      `The archive holds ${p.name} twice, or a second name that differs from it in upper and lower case or in the form of its letters only. ${NOTHING}`,
  ),
  'archive.sparse': entry(
    'broken_source',
    () => 'The archive holds a sparse file. Pack it again without the option --sparse (-S).',
  ),
  'archive.extended_header_unreadable': entry(
    'broken_source',
    (p: { offset: number }) =>
      `The archive is damaged: an extended header cannot be read (at byte ${p.offset} of the unpacked archive). Fetch or make the archive again.`,
  ),
  'archive.too_many_files': entry(
    'broken_source',
    (p: { most: number }) =>
      `The archive holds more than ${p.most} files and folders. It was not read; make several with fewer repositories each.`,
  ),
  'archive.nameless': entry('broken_source', () => `The archive holds a file without a name. ${NOTHING}`),
  'archive.no_schema': entry(
    'broken_source',
    () =>
      'The archive has no schema.json at its root. It is not an archive of a migration: give one that an export made (.tar.gz).',
  ),
  'archive.record_file_too_large': entry(
    'broken_source',
    (p: { path: string; most: string }) =>
      `The archive's file ${p.path} is larger than ${p.most}, which no real one is. ${NOTHING}`,
  ),
  'archive.record_file_too_deep': entry(
    'broken_source',
    (p: { path: string }) => `The archive's file ${p.path} is nested deeper than any real one. ${NOTHING}`,
  ),
  'archive.record_file_no_json': entry(
    'broken_source',
    (p: { path: string }) => `The archive's file ${p.path} is not valid JSON. Fetch or make the archive again.`,
  ),
  'archive.no_version': entry(
    'broken_source',
    () =>
      'The archive’s schema.json names no version such as "1.0.1". It is not an archive of a migration: give one that an export made (.tar.gz).',
  ),
  'archive.other_version': entry(
    'broken_source',
    (p: { version: string }) =>
      `The archive is of version ${p.version}; Gantry reads versions 1.x. Make it again with a tool that writes version 1.`,
  ),
  'archive.no_list': entry(
    'broken_source',
    (p: { path: string }) => `The archive's file ${p.path} is not a list of records. Fetch or make the archive again.`,
  ),
  'archive.checksum_wrong': entry(
    'broken_source',
    (p: { where: Sentence }, work) =>
      `The archive is damaged: a header's checksum is wrong (${work.say(p.where)}). Fetch or make the archive again.`,
  ),
  'archive.unknown_format': entry(
    'broken_source',
    (p: { where: Sentence }, work) =>
      `The archive is of an old or unknown tar format (${work.say(p.where)}). Pack it again with a current tar (GNU tar or bsdtar).`,
  ),
  'archive.size_unreadable': entry(
    'broken_source',
    (p: { name: string; where: Sentence }, work) =>
      `The archive is damaged: the size of ${p.name} cannot be read (${work.say(p.where)}). Fetch or make the archive again.`,
  ),
  'archive.name_not_utf8': entry(
    'broken_source',
    (p: { offset: number }) =>
      `A name in the archive is not UTF-8 (at byte ${p.offset} of the unpacked archive). Pack the archive again with names in UTF-8.`,
  ),
  'archive.end_missing': entry(
    'broken_source',
    () => 'The archive is cut off: its end is missing. Fetch or make the archive again.',
  ),
  'archive.something_follows': entry(
    'broken_source',
    () => 'Something follows the end of the archive. Fetch or make the archive again.',
  ),
  'archive.extension_too_long': entry(
    'broken_source',
    () =>
      'The archive holds a name or an extended header of more than 64 KB. It was not made by a usual tar: pack it again with a current one (GNU tar or bsdtar).',
  ),
  'archive.link': entry(
    'broken_source',
    (p: { what: Sentence; name: string }, work) =>
      `The archive holds ${work.say(p.what)}, ${p.name}. Archives of migrations hold files and folders only. ${NOTHING}`,
  ),
  'archive.neither_file_nor_folder': entry(
    'broken_source',
    (p: { name: string }) => `The archive holds ${p.name}, which is neither a file nor a folder. ${NOTHING}`,
  ),
  'archive.folder_with_content': entry(
    'broken_source',
    (p: { name: string }) =>
      `The archive is damaged: the folder ${p.name} has content. Fetch or make the archive again.`,
  ),
  'archive.name_for_all': entry(
    'broken_source',
    () =>
      'The archive gives one name or size to all of its members. It was not made by a usual tar: pack it again with a current one (GNU tar or bsdtar).',
  ),
  'archive.header_misplaced': entry(
    'broken_source',
    () => 'The archive is damaged: an extended header stands where none belongs. Fetch or make the archive again.',
  ),
  'archive.is_folder': entry(
    'broken_source',
    (p: { path: string }) => `${p.path} is a folder. Give the path of an archive (.tar.gz).`,
  ),
  'archive.is_no_file': entry(
    'broken_source',
    (p: { path: string }) => `${p.path} is not a file. Give the path of an archive (.tar.gz).`,
  ),
  'archive.unpacks_too_large': entry(
    'broken_source',
    (p: { ratio: number }) =>
      `The archive unpacks to more than ${p.ratio} times its size, as no real one does. ${NOTHING}`,
  ),
  'archive.changed': entry(
    'broken_source',
    (p: { path: string }) => `The archive ${p.path} has changed since it was opened. Open it again.`,
  ),
  'archive.trailing': entry(
    'broken_source',
    () => 'Something that is not part of it follows the end of the archive. Fetch or make the archive again.',
  ),
  'archive.cut_off': entry(
    'broken_source',
    () => 'The archive is cut off: the file ends too early. Fetch or make the archive again.',
  ),
  'archive.damaged': entry(
    'broken_source',
    () => 'The archive is damaged: it cannot be unpacked, or its checksum is wrong. Fetch or make the archive again.',
  ),
  'archive.records_would_fill_disk': entry(
    'broken_source',
    () => 'The records of this archive would fill the disk. Free some space, then open it again.',
  ),
  'archive.file_gone': entry(
    'broken_source',
    (p: { path: string }) => `The file ${p.path} is not in the archive any more. Open the archive again.`,
  ),
  'archive.record_too_deep': entry(
    'broken_source',
    (p: { models: string }) => `A record of ${p.models} is nested deeper than any real one. ${NOTHING}`,
  ),
  'archive.not_openable': entry(
    'broken_source',
    (p: { path: string; mayNot: boolean }) =>
      `The archive ${p.path} ${p.mayNot ? 'may not be read by this account' : 'does not exist'}. Check the path and the permissions.`,
  ),
  'archive.is_empty': entry(
    'broken_source',
    (p: { path: string }) => `The archive ${p.path} is an empty file. Fetch or make it again.`,
  ),
  'archive.no_gzip': entry(
    'broken_source',
    (p: { path: string }) => `${p.path} is not a gzip file. Give the path of an archive of a migration (.tar.gz).`,
  ),
  'archive.invalid_record': entry('broken_source', (p: { problem: Sentence }, work) => work.say(p.problem)),
};
