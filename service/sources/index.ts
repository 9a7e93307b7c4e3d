/** The sources that can be imported from. A new one is a folder beside this file and an entry here. */
import type { Vcs } from '../vocabulary/history.ts';
import type { Address } from './address.ts';
import { gitSource } from './git/index.ts';
import { mercurialSource } from './mercurial/index.ts';
import type { Source } from './source.ts';
import { subversionSource } from './subversion/index.ts';
import { tfvcSource } from './tfvc/index.ts';

const SOURCES: readonly Source[] = [gitSource, mercurialSource, subversionSource, tfvcSource];

export function sourceOf(vcs: string | null): Source | undefined {
  return SOURCES.find((source) => source.vcs === vcs);
}

/** Sources to ask about an address of unknown kind. */
export function sourcesFor(scheme: Address['scheme']): Source[] {
  return SOURCES.filter((source) => source.schemes.includes(scheme));
}

/** The name of a version control system as clients write it; undefined for an unknown one. */
export function readVcs(name: string): Vcs | undefined {
  return SOURCES.find((source) => source.names.includes(name.toLowerCase()))?.vcs;
}
