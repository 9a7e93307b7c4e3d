/** Says which branches and tags some machines cannot keep as files. */
import { say } from '../../../language/sentence.ts';
import { namesForOneFile } from '../../git/names/file-names.ts';
import type { MapResult } from '../../sources/source.ts';

const MOST_EXAMPLES = 100;

export function withNamesFinding(mapped: MapResult): MapResult {
  const names = namesForOneFile(mapped.refs.map(({ name }) => name));
  if (names.length === 0) return mapped;
  const finding = {
    kind: 'names_not_for_every_disk',
    severity: 'warning' as const,
    text: say(
      'Names of branches and tags differ only in upper and lower case, or are names that Windows keeps for itself. All of them came as they are, in one file (packed-refs). A clone on Windows or macOS gets them, but cannot check all of them out or fetch them again: rename them in the source where people work on such machines.',
    ),
    count: names.length,
    examples: names.slice(0, MOST_EXAMPLES),
  };
  return { ...mapped, findings: [...mapped.findings, finding] };
}
