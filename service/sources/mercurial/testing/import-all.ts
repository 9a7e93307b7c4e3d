/** Runs the Mercurial source from fetch to the mapped refs, as the state machine does. */

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inEnglish } from '../../../failures/sentences.ts';
import type { Identity, SourceAuthor } from '../../../vocabulary/history.ts';
import type { Check } from '../../../vocabulary/report.ts';
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

/** What the report compares, with the result published into a repository of its own. */
export async function checksOf(url: string, { mapped, context }: Imported): Promise<Check[]> {
  const published = mkdtempSync(join(context.folder, 'published '));
  execFileSync('git', ['init', '-q', '--bare', published]);
  for (const pack of mapped.packs) {
    for (const file of [pack, pack.replace(/pack$/, 'idx')]) {
      copyFileSync(file, join(published, 'objects/pack', basename(file)));
    }
  }
  for (const { name, oid } of mapped.refs) execFileSync('git', ['--git-dir', published, 'update-ref', name, oid]);
  return await mercurialSource.verify(url, published, mapped, context);
}
