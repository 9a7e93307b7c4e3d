/** Worker thread of a mapping with identities: new commits and annotated tags in a repository of their own. */

import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import { createBareRepository } from '../../git/bare-repository.ts';
import { keepWalkMapped } from '../../git/reachable/kept-walk.ts';
import { isNotesRef } from '../../git/rewrite/notes.ts';
import { rewriteIdentities } from '../../git/rewrite/rewrite.ts';
import { serveJob } from '../../processes/workers.ts';
import type { Identity, MappedRef } from '../../vocabulary/history.ts';
import type { MapResult } from '../source.ts';
import { identityKey } from './identity-key.ts';
import { decodeText } from './identity-text.ts';

export interface RewriteJob {
  /** The import's folder; `staging.git` in it is only read. */
  folder: string;
  refs: MappedRef[];
  identities: Map<string, Identity>;
}

export interface RewriteMessage {
  done: number;
  total: number;
}

/** Looks identities up by their raw bytes; the same few come again and again, so answers are kept. */
function makeLookup(identities: Map<string, Identity>) {
  const known = new Map<string, Identity | null>();
  return (rawName: string, rawEmail: string, encoding: string): Identity | null => {
    const raw = `${encoding}\0${rawName}\0${rawEmail}`;
    let identity = known.get(raw);
    if (identity === undefined) {
      const key = identityKey(decodeText(rawName.trim(), encoding), decodeText(rawEmail.trim(), encoding));
      identity = identities.get(key) ?? null;
      known.set(raw, identity);
    }
    return identity;
  };
}

serveJob<RewriteJob, Omit<MapResult, 'head'>, RewriteMessage>(async ({ folder, refs, identities }, post, signal) => {
  const staging = join(folder, 'staging.git');
  const rewritten = join(folder, 'rewritten.git');
  rmSync(rewritten, { recursive: true, force: true });
  await createBareRepository(rewritten, 'main', 'nothing');
  // Staging stays as it was fetched: the new objects lie in a repository that borrows its objects.
  writeFileSync(join(rewritten, 'objects/info/alternates'), `${join(staging, 'objects')}\n`);
  if (existsSync(join(staging, 'shallow'))) copyFileSync(join(staging, 'shallow'), join(rewritten, 'shallow'));
  const result = await rewriteIdentities({
    repository: rewritten,
    refs,
    lookup: makeLookup(identities),
    folder: join(folder, 'rewriting'),
    signal,
    onProgress: (done, total) => post({ done, total }),
  });
  // Notes get other trees, too.
  if (!refs.some(isNotesRef)) {
    const [tips, newTips] = [refs, result.refs].map((all) => all.map(({ oid }) => oid)) as [string[], string[]];
    keepWalkMapped(staging, tips, rewritten, newTips, (ids, at) => result.map.apply(ids, at));
  }
  const { count, examples } = result.droppedSignatures;
  return {
    refs: result.refs,
    commit_count: result.commitCount,
    findings:
      count === 0
        ? []
        : [
            {
              kind: 'signature_dropped',
              severity: 'warning',
              text: say('Signatures of commits and tags that were rewritten were dropped: they sign the old text.'),
              count,
              examples,
            },
          ],
    checks: [],
    packs: result.pack === null ? [] : [result.pack],
  };
});
