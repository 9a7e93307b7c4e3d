/** Files that `hg bundle` wrote: what is left of repositories whose servers are gone. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { Failure } from '../../failures/failure.ts';
import type { ProbeContext, ProbeResult } from '../source.ts';
import { hgFailure } from './failures.ts';
import { runHg } from './hg-tool.ts';
import { found, linesOf } from './probe-result.ts';

/** What bundles begin with: versions 1 and 2, and files of a store as servers offer them for cloning (mercurial/exchange.py, `readbundle`). */
export const BUNDLE = /^HG(?:10|20|S1)/;

/** Whether a path of this disk is a bundle. */
export function isBundleFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true && BUNDLE.test(startOf(path));
}

function startOf(path: string): string {
  const start = Buffer.alloc(4);
  const file = openSync(path, 'r');
  try {
    return start.toString('latin1', 0, readSync(file, start, 0, 4, 0));
  } finally {
    closeSync(file);
  }
}

/** What a bundle holds. @throws Failure */
export async function probeBundle(path: string, url: string, context: ProbeContext): Promise<ProbeResult> {
  if (startOf(path) === 'HGS1') throw Failure.of('mercurial.bundle_stream', { url });
  const ask = async (...args: string[]) => {
    // hg lays a bundle over the repository that it is called in: there must be none.
    const { stdout } = await runHg(context, null, {
      args: ['-R', path, ...args],
      cwd: context.privateFolder,
      failure: ({ stderrTail }) => bundleFailure(stderrTail, url),
    }).done;
    return stdout;
  };
  const [tip, branches, tags] = await Promise.all([
    ask('log', '-r', 'tip', '-T', '{rev}'),
    ask('branches', '-T', '{branch}\n'),
    ask('tags', '-T', '{ifeq(type, "local", "", "{tag}\n")}'),
  ]);
  const revisions = Number(tip) + 1;
  return found(url, {
    revisions,
    branches: linesOf(branches),
    tags: linesOf(tags).filter((name) => name !== 'tip'),
    empty: revisions === 0,
  });
}

/** A bundle that cannot be read on its own, or at all. */
export function bundleFailure(stderr: string, url: string): Failure {
  // A stream of version 2.
  if (/No changegroups found/i.test(stderr)) {
    return Failure.of('mercurial.bundle_stream', { url }, stderr.trim().slice(-2000));
  }
  if (/unknown parent|not a parent|no node|lacks? .*(parent|base)|unknown base/i.test(stderr)) {
    return Failure.of('mercurial.bundle_partial', { url }, stderr.trim().slice(-2000));
  }
  const failure = hgFailure(stderr, url, false);
  return failure.key === 'mercurial.unreadable' || failure.key === 'mercurial.not_found'
    ? Failure.of('mercurial.bundle_damaged', { url }, failure.detail)
    : failure;
}
