/** The sources that can be imported from. A new one is a folder beside this file and an entry here. */
import type { Vcs } from '../vocabulary/history.ts';
import type { Address } from './address.ts';
import { type DetectionResult, detect } from './detection.ts';
import { gitSource } from './git/index.ts';
import { mercurialSource } from './mercurial/index.ts';
import { detectNamed } from './named-system.ts';
import type { ProbeContext, Source } from './source.ts';
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

/**
 * What an address is, by all sources that know such addresses, or by the one that a person named.
 * @throws Failure when cancelled or for a fault of ours
 */
export function detectAs(
  named: Source | undefined,
  address: Pick<Address, 'url' | 'scheme'>,
  context: ProbeContext,
): Promise<DetectionResult> {
  const known = sourcesFor(address.scheme);
  if (named === undefined) return detect(address, known, context);
  return detectNamed(
    address,
    named,
    known.filter((source) => source !== named),
    context,
  );
}

/** The name of a version control system as clients write it; undefined for an unknown one. */
export function readVcs(name: string): Vcs | undefined {
  return SOURCES.find((source) => source.names.includes(name.toLowerCase()))?.vcs;
}
