/** Runs the Mercurial source from fetch to the mapped refs, as the state machine does. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inEnglish } from '../../../failures/sentences.ts';
import type { Identity, SourceAuthor } from '../../../vocabulary/history.ts';
import type { FetchResult, MapResult, SourceContext } from '../../source.ts';
import { mercurialSource } from '../index.ts';

export interface Imported {
  fetched: FetchResult;
  mapped: MapResult;
  authors: Map<string, SourceAuthor>;
  staging: string;
  context: SourceContext;
}

/**
 * @param folder folder of the import, made here
 * @param lines gets the lines of its log
 */
export async function importAll(
  url: string,
  folder: string,
  identities: Map<string, Identity> = new Map(),
  lines: string[] = [],
): Promise<Imported> {
  const authors = new Map<string, SourceAuthor>();
  const privateFolder = join(folder, 'private');
  mkdirSync(privateFolder, { recursive: true });
  const context: SourceContext = {
    credentials: null,
    signal: new AbortController().signal,
    folder,
    privateFolder,
    onProgress: () => undefined,
    onLog: (_level, text) => lines.push(inEnglish(text)),
    onAuthors: (list) => {
      for (const author of list) authors.set(author.remote_id, author);
    },
  };
  const fetched = await mercurialSource.fetch(url, context);
  const mapped = await mercurialSource.map({ layout: null, identities, includeHiddenRefs: false }, context);
  return { fetched, mapped, authors, staging: join(folder, 'staging.git'), context };
}
