/** A mapping with identities: new commits and annotated tags in a repository of their own. It computes: only for threads that may. */

import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import { createBareRepository } from '../../git/bare-repository.ts';
import { keepWalkMapped } from '../../git/reachable/kept-walk.ts';
import { isNotesRef } from '../../git/rewrite/notes.ts';
import { rewriteIdentities as rewriteHistory } from '../../git/rewrite/rewrite.ts';
import type { Identity, MappedRef } from '../../vocabulary/history.ts';
import type { MapResult, SourceContext } from '../source.ts';
import { identityKey, readIdentity } from './identity-key.ts';

/** Looks identities up by their raw bytes; the same few come again and again, so answers are kept. */
function makeLookup(identities: Map<string, Identity>) {
  const known = new Map<string, Identity | null>();
  return (rawName: string, rawEmail: string, encoding: string): Identity | null => {
    const raw = `${encoding}\0${rawName}\0${rawEmail}`;
    let identity = known.get(raw);
    if (identity === undefined) {
      const { name, email } = readIdentity(rawName, rawEmail, encoding);
      identity = identities.get(identityKey(name, email)) ?? null;
      known.set(raw, identity);
    }
    return identity;
  };
}

/**
 * Rewrites commits and annotated tags for mapped identities. `staging.git` of the import's folder is only read. `packs` of the
 * result holds only what was rewritten.
 * @param identities by `identityKey`
 * @throws Failure
 */
export async function rewriteIdentities(
  refs: readonly MappedRef[],
  identities: Map<string, Identity>,
  { folder, signal, onProgress }: SourceContext,
): Promise<Omit<MapResult, 'head'> & Pick<Required<MapResult>, 'came'>> {
  const staging = join(folder, 'staging.git');
  const rewritten = join(folder, 'rewritten.git');
  rmSync(rewritten, { recursive: true, force: true });
  await createBareRepository(rewritten, 'main', 'nothing');
  // Staging stays as it was fetched: the new objects lie in a repository that borrows its objects.
  writeFileSync(join(rewritten, 'objects/info/alternates'), `${join(staging, 'objects')}\n`);
  if (existsSync(join(staging, 'shallow'))) copyFileSync(join(staging, 'shallow'), join(rewritten, 'shallow'));
  const result = await rewriteHistory({
    repository: rewritten,
    refs: [...refs],
    lookup: makeLookup(identities),
    folder: join(folder, 'rewriting'),
    signal,
    onProgress: (done, total) =>
      onProgress({
        step: 'rewrite',
        fraction: total === 0 ? null : done / total,
        done,
        total,
        unit: 'commits',
        status_text: say('Applying the author mapping.'),
      }),
  });
  // Notes get other trees, too.
  if (!refs.some(isNotesRef)) {
    const [tips, newTips] = [refs, result.refs].map((all) => all.map(({ oid }) => oid)) as [string[], string[]];
    keepWalkMapped(staging, tips, rewritten, newTips, (ids, at) => result.map.apply(ids, at));
  }
  const { joined, droppedSignatures } = result;
  return {
    refs: result.refs,
    came: { refs: [...refs], identities, joined: joined.count },
    commit_count: result.commitCount,
    findings: [
      {
        kind: 'signature_dropped',
        severity: 'warning' as const,
        text: say('Signatures of commits and tags that were rewritten were dropped: they sign the old text.'),
        ...droppedSignatures,
      },
      {
        kind: 'commits_joined',
        severity: 'info' as const,
        text: say(
          'These commits differed from another in nothing but their author. With authors mapped they are one and the same commit as that one.',
        ),
        ...joined,
      },
    ].filter(({ count }) => count > 0),
    checks: [],
    packs: result.pack === null ? [] : [result.pack],
  };
}
