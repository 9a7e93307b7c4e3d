import { type Identity, ImportFailure, type MappedRef, type MapResult, type SourceContext } from '../../source.ts';

/**
 * CALL SITE of `service/git/rewrite` (commits and annotated tags only, in a worker thread). Keys of
 * `identities` are those of `identityKey` in `author-scan.ts`: `Name <email>`, decoded by `decodeText`.
 * The packs of the result are staging's own plus the one that the rewrite wrote.
 */
export async function rewriteIdentities(
  _staging: string,
  _refs: readonly MappedRef[],
  _identities: Map<string, Identity>,
  _context: SourceContext,
): Promise<Omit<MapResult, 'head'>> {
  throw new ImportFailure(
    'internal',
    'Rewriting the authors of a Git repository is not built yet. Take the mapping back, or import without it.',
  );
}
