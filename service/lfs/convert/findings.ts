/** What the report says about large files. */

import { say } from '../../../language/sentence.ts';
import type { LargeFile } from '../../vocabulary/history.ts';
import type { Finding } from '../../vocabulary/report.ts';

const MOST_EXAMPLES = 100;

/** A size for people: `101 MB`. */
function megabytes(bytes: number): string {
  const size = bytes / 1_048_576;
  return size >= 10 ? `${Math.round(size)} MB` : size >= 0.1 ? `${size.toFixed(1)} MB` : `${bytes} bytes`;
}

/** Large files that nobody decided about. */
export function keptFinding(files: readonly LargeFile[]): Finding {
  return {
    kind: 'large_files_kept',
    severity: 'warning',
    text: say(
      'Files over 100 MB are in the history as they are. Many Git hosts refuse them: choose Git LFS, or leave them out, and the import maps and pushes again.',
    ),
    count: files.length,
    examples: files.slice(0, MOST_EXAMPLES).map(({ path, oid, size }) => `${path || oid} (${megabytes(size)})`),
  };
}

/** Large files that were converted or removed. `paths` are latin1: bytes. */
export function convertedFinding(
  choice: 'opt_in' | 'opt_out',
  paths: readonly { path: string; size: number }[],
): Finding {
  const unique = [...new Set(paths.map(({ path, size }) => `${readable(path)} (${megabytes(size)})`))];
  return {
    ...(choice === 'opt_in'
      ? {
          kind: 'large_files_in_lfs',
          severity: 'info' as const,
          text: say(
            'Files over 100 MB are kept by Git LFS: the history has pointers, the contents lie in lfs/objects of the repository.',
          ),
        }
      : {
          kind: 'large_files_removed',
          severity: 'warning' as const,
          text: say('Files over 100 MB were left out of the whole history.'),
        }),
    count: unique.length,
    examples: unique.slice(0, MOST_EXAMPLES),
  };
}

/** Pointers that Git LFS will not be asked for, as Git takes no attributes for them. */
export function withoutLineFinding(paths: readonly string[]): Finding {
  return {
    kind: 'lfs_attributes_not_written',
    severity: 'warning',
    text: say(
      'No line could be written for these files, as .gitattributes of the source is a link or a folder or the path is too long: check them out with "git lfs checkout".',
    ),
    count: paths.length,
    examples: paths.slice(0, MOST_EXAMPLES).map(readable),
  };
}

export function droppedSignatureFinding(dropped: { count: number; examples: string[] }): Finding {
  return {
    kind: 'signature_dropped',
    severity: 'warning',
    text: say('Signatures of commits and tags that were rewritten were dropped: they sign the old text.'),
    ...dropped,
  };
}

export function joinedFinding(joined: { count: number; examples: string[] }): Finding {
  return {
    kind: 'commits_joined_by_files',
    severity: 'info',
    text: say(
      'These commits differed from another in nothing but large files. As those are kept now, they are one and the same commit as that one.',
    ),
    ...joined,
  };
}

/** Bytes as text: most paths are UTF-8. */
function readable(path: string): string {
  return Buffer.from(path, 'latin1').toString('utf8');
}
