/** Runs the Subversion source the way the import state machine does, without one. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inEnglish } from '../../../failures/sentences.ts';
import type { Layout, SourceAuthor } from '../../../vocabulary/history.ts';
import type { Check, Finding } from '../../../vocabulary/report.ts';
import type { MapResult, SourceContext } from '../../source.ts';
import { subversionSource } from '../index.ts';

export type TestContext = SourceContext & { authors: Map<string, SourceAuthor>; log: string[] };

/** A context whose import folder lies in `folder`. */
export function newContext(folder: string, options: { home?: string; signal?: AbortSignal } = {}): TestContext {
  const home = options.home ?? mkdtempSync(join(folder, 'import-'));
  const privateFolder = join(home, 'private');
  mkdirSync(privateFolder, { recursive: true, mode: 0o700 });
  const authors = new Map<string, SourceAuthor>();
  const log: string[] = [];
  return {
    credentials: null,
    includeHiddenRefs: false,
    signal: options.signal ?? new AbortController().signal,
    folder: home,
    privateFolder,
    onProgress: () => undefined,
    onLog: (_, text) => void log.push(inEnglish(text)),
    onAuthors: (more) => {
      for (const author of more) authors.set(author.remote_id, author);
    },
    authors,
    log,
  };
}

export interface Imported {
  staging: string;
  mapped: MapResult;
  layout: Layout;
  findings: Finding[];
  authors: Map<string, SourceAuthor>;
  context: TestContext;
  address: string;
}

/** The checks when staging itself is taken for the repository that was published. */
export async function checksOf({ staging, mapped, context, address }: Imported): Promise<Check[]> {
  const lines = mapped.refs.map(({ name, oid }) => `update ${name} ${oid}\n`).join('');
  execFileSync('git', ['--git-dir', staging, 'update-ref', '--stdin'], { input: lines });
  return subversionSource.verify(address, staging, mapped, context);
}

/** Those of them that fail. */
export async function failedChecks(imported: Imported): Promise<Check[]> {
  return (await checksOf(imported)).filter(({ ok }) => !ok);
}

/** Fetches and maps `address`; `change` edits the layout that was found. */
export async function importAll(
  folder: string,
  address: string,
  change: (layout: Layout) => Layout = (layout) => layout,
): Promise<Imported> {
  const context = newContext(folder);
  const fetched = await subversionSource.fetch(address, context);
  const layout = change(fetched.layout as Layout);
  const mapped = await subversionSource.map({ layout, identities: new Map(), includeHiddenRefs: false }, context);
  const findings = [...fetched.findings, ...mapped.findings];
  return {
    staging: join(context.folder, 'staging.git'),
    mapped,
    layout,
    findings,
    authors: context.authors,
    context,
    address,
  };
}
