/** The systems that people are known from, as fields offer them. */
import type { Vcs } from '../../../service/vocabulary/history.ts';
import { sourceNames } from '../../components/import-words.ts';
import { t } from '../../language/text.ts';

export const anySystem = 'any';

const known = ['subversion', 'mercurial', 'tfvc', 'git'] as const satisfies readonly Vcs[];

export const systems = [
  { value: anySystem, label: t('Any') },
  ...known.map((vcs) => ({ value: vcs, label: sourceNames[vcs] ?? vcs })),
];

/** @param value of a field; null for any system */
export function readSystem(value: string | null): Vcs | null {
  return known.find((vcs) => vcs === value) ?? null;
}
