/** Runs the source the way the import state machine does, without one; and git's view of what came out. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inEnglish } from '../../../failures/sentences.ts';
import type { Identity, Layout, SourceAuthor } from '../../../vocabulary/history.ts';
import type { Finding } from '../../../vocabulary/report.ts';
import type { FetchResult, MapResult, SourceContext } from '../../source.ts';
import { tfvcSource } from '../index.ts';

export type TestContext = SourceContext & { authors: Map<string, SourceAuthor>; log: string[]; readings: string[] };

/** A context whose import folder lies in `folder`. */
export function newContext(
  folder: string,
  options: { home?: string; signal?: AbortSignal; project?: string; token?: string } = {},
): TestContext {
  const home = options.home ?? mkdtempSync(join(folder, 'import-'));
  const privateFolder = join(home, 'private');
  mkdirSync(privateFolder, { recursive: true, mode: 0o700 });
  const authors = new Map<string, SourceAuthor>();
  const log: string[] = [];
  const readings: string[] = [];
  return {
    credentials: options.token === undefined ? null : { username: '', password: options.token },
    tfvcProject: options.project ?? null,
    signal: options.signal ?? new AbortController().signal,
    folder: home,
    privateFolder,
    onProgress: ({ status_text }) => void readings.push(inEnglish(status_text ?? '')),
    onLog: (_, text) => void log.push(inEnglish(text)),
    onAuthors: (more) => {
      for (const author of more) authors.set(author.remote_id, author);
    },
    authors,
    log,
    readings,
  };
}

export interface Imported {
  fetched: FetchResult;
  mapped: MapResult;
  findings: Finding[];
  context: TestContext;
  staging: string;
}

/** Fetches and maps; `change` edits the layout that was found. */
export async function importAll(
  url: string,
  context: TestContext,
  identities: Map<string, Identity> = new Map(),
  change: (layout: Layout) => Layout = (layout) => layout,
): Promise<Imported> {
  const fetched = await tfvcSource.fetch(url, context);
  const layout = change(fetched.layout as Layout);
  const mapped = await tfvcSource.map({ layout, identities, includeHiddenRefs: false }, context);
  const staging = join(context.folder, 'staging.git');
  for (const { name, oid } of mapped.refs) git(staging, 'update-ref', name, oid);
  return { fetched, mapped, findings: [...fetched.findings, ...mapped.findings], context, staging };
}

export function git(repository: string, ...args: string[]): string {
  return execFileSync('git', ['--git-dir', repository, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
}

/** Ids of the raw commits, the oldest first. */
export function rawCommits(staging: string): string[] {
  return git(staging, 'rev-list', '--reverse', 'refs/gantry/revisions').split('\n').filter(Boolean);
}

/** Files of a commit: path, mode and blob. */
export function filesOf(staging: string, commit: string): Map<string, string> {
  const text = git(staging, 'ls-tree', '-r', '-z', '--full-tree', commit);
  return new Map(
    text
      .split('\0')
      .filter(Boolean)
      .map((line) => {
        const tab = line.indexOf('\t');
        const [meta, path] = [line.slice(0, tab), line.slice(tab + 1)];
        const [mode, , oid] = meta.split(' ') as [string, string, string];
        return [path, `${mode} ${oid}`];
      }),
  );
}
