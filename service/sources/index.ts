/** The sources that can be imported from. A new one is a folder beside this file and an entry here. */
import type { Vcs } from '../vocabulary/history.ts';
import type { Address } from './address.ts';
import { gitSource } from './git/index.ts';
import { mercurialSource } from './mercurial/index.ts';
import type { Source } from './source.ts';
import { subversionSource } from './subversion/index.ts';
import { tfvcSource } from './tfvc/index.ts';

interface Entry {
  source: Source;
  /** Kinds of addresses that this source is asked about when the caller named no `vcs`. */
  schemes: readonly Address['scheme'][];
}

const ENTRIES: readonly Entry[] = [
  { source: gitSource, schemes: ['http', 'https', 'git', 'ssh', 'file', 'path'] },
  { source: mercurialSource, schemes: ['http', 'https', 'ssh', 'file', 'path'] },
  { source: subversionSource, schemes: ['http', 'https', 'svn', 'svn+ssh', 'file', 'path'] },
  { source: tfvcSource, schemes: ['http', 'https'] },
];

export function sourceOf(vcs: string | null): Source | undefined {
  return ENTRIES.find((entry) => entry.source.vcs === vcs)?.source;
}

/** Sources to ask about an address of unknown kind. */
export function sourcesFor(scheme: Address['scheme']): Source[] {
  return ENTRIES.filter((entry) => entry.schemes.includes(scheme)).map((entry) => entry.source);
}

/** The name of a version control system as clients write it; undefined for an unknown one. `hg` means mercurial. */
export function readVcs(name: string): Vcs | undefined {
  const lower = name.toLowerCase();
  if (lower === 'hg') return 'mercurial';
  return (['git', 'subversion', 'mercurial', 'tfvc'] as const).find((vcs) => vcs === lower);
}
