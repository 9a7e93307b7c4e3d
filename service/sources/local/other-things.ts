/** What else people keep of a repository than the repository itself, and systems that cannot be imported from: known by how it begins. */
import { Failure } from '../../failures/failure.ts';

const SUBVERSION_DUMP = /^SVN-fs-dump-form/;
/** Commands with which streams begin (git-fast-import(1)). */
const GIT_STREAM = /^(?:blob\n|commit refs\/|reset refs\/|feature \w|option \w|progress )/;
/** First bytes, as file(1) knows them. */
const PACKED: readonly (readonly [string, string])[] = [
  ['\u001f\u008b', 'gzip'],
  ['BZh', 'bzip2'],
  ['\u00fd7zXZ', 'xz'],
  ['\u0028\u00b5\u002f\u00fd', 'zstd'],
  ['PK\u0003\u0004', 'zip'],
  ['7z\u00bc\u00af', '7z'],
  ['Rar!', 'rar'],
];

/** Names in a folder, with what makes a Git repository of it. */
const OTHER_SYSTEMS: readonly (readonly [string, string, string])[] = [
  ['CVSROOT', 'CVS', 'cvs-fast-export, cvs2git'],
  ['CVS', 'CVS', 'cvs-fast-export, cvs2git'],
  ['.bzr', 'Bazaar', 'brz fast-export'],
  ['_darcs', 'Darcs', 'darcs convert export'],
  ['.fslckout', 'Fossil', 'fossil export --git'],
  ['_FOSSIL_', 'Fossil', 'fossil export --git'],
  ['_MTN', 'Monotone', 'mtn git_export'],
  ['.pijul', 'Pijul', 'pijul git'],
  ['.sl', 'Sapling', 'sl push to a Git server'],
];

/** @param start its first 16 bytes, latin1. @returns null for what nobody knows */
export function otherFile(start: string, url: string): Failure | null {
  if (SUBVERSION_DUMP.test(start)) return Failure.of('address.svn_dump', { url });
  if (GIT_STREAM.test(start)) return Failure.of('address.git_stream', { url });
  if (start === 'SQLite format 3\0') {
    return Failure.of('address.other_system', { url, system: 'Fossil', tool: 'fossil export --git' });
  }
  const packed = PACKED.find(([magic]) => start.startsWith(magic));
  return packed === undefined ? null : Failure.of('address.packed', { url, format: packed[1] });
}

/** @param names of what lies in it. @returns null for what nobody knows */
export function otherFolder(names: readonly string[], url: string): Failure | null {
  if (names.includes('.svn')) return Failure.of('address.svn_checkout', { url });
  // What Visual Studio and Team Explorer Everywhere keep of a local workspace.
  if (names.includes('$tf') || names.includes('.tf')) return Failure.of('address.tfvc_workspace', { url });
  const other = OTHER_SYSTEMS.find(([name]) => names.includes(name));
  return other === undefined ? null : Failure.of('address.other_system', { url, system: other[1], tool: other[2] });
}
