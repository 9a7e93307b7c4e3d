/** Gives every revision with an `.hgignore` a `.gitignore` that ignores the same, where a person wants that. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../../../language/sentence.ts';
import { createBorrowing } from '../../../git/borrowing-repository.ts';
import { treeOf } from '../../../git/commit-object.ts';
import {
  FRAME,
  framed,
  hashFramed,
  OBJECT_BLOB,
  OBJECT_COMMIT,
  OBJECT_TAG,
  OBJECT_TREE,
} from '../../../git/pack/entry.ts';
import { publishPack } from '../../../git/pack/index-pack.ts';
import { ObjectStore } from '../../../git/pack/object-store.ts';
import { readEntries, type TreeEntry, treeBytes } from '../../../git/pack/tree-entries.ts';
import { addText } from '../../../git/rewrite/add-text.ts';
import { rewriteCommitText, rewriteTagText } from '../../../git/rewrite/commit-text.ts';
import { forEachCommit, peel, readObjects } from '../../../git/rewrite/history.ts';
import { OidMap } from '../../../git/rewrite/oid-map.ts';
import { rewriteTags } from '../../../git/rewrite/rewrite.ts';
import { writeNewRefs } from '../../../git/write-refs.ts';
import type { Finding } from '../../../vocabulary/report.ts';
import type { MapResult, SourceContext } from '../../source.ts';
import { ignoreCheck } from './check-ignores.ts';
import { IgnoreFiles } from './ignore-files.ts';
import type { LeftOut } from './translate.ts';

const NOBODY = () => null;
const MOST_EXAMPLES = 100;

/** @returns the same mapping where no revision has an `.hgignore` @throws Failure */
export async function withIgnores(mapped: MapResult, context: SourceContext): Promise<MapResult> {
  const { folder, signal } = context;
  context.onLog('info', say('Translating .hgignore to .gitignore.'));
  const repository = join(folder, 'ignored.git');
  await createBorrowing(repository, mapped.packs, join(folder, 'staging.git/shallow'));
  const history = { repository, signal, refs: mapped.refs };
  const scratch = join(folder, 'ignoring');
  rmSync(scratch, { recursive: true, force: true });
  const store = ObjectStore.open(scratch, 'ignored', 0, null);
  try {
    const peeled = await peel(history);
    const trees = new Set<string>();
    await forEachCommit(history, peeled.commits, (_id, payload) => void trees.add(treeOf(payload)));
    const files = await IgnoreFiles.read(history, trees);
    const changed = new OidMap();
    await readObjects(history, files.trees(), (id, payload) => {
      const text = files.gitignoreOf(id);
      if (text === null) return;
      const oid = addText(store, OBJECT_BLOB, text);
      changed.set(Buffer.from(id, 'hex'), addTree(store, withGitignore(readEntries(payload), oid)));
    });
    if (changed.size === 0) return { ...mapped, findings: [...mapped.findings, ...findingsOf(files)] };
    await forEachCommit(history, peeled.commits, (id, payload) => {
      const text = payload.toString('latin1');
      const result = rewriteCommitText(text, NOBODY, (old) => changed.get(old));
      if (result.text !== text) changed.set(Buffer.from(id, 'hex'), addText(store, OBJECT_COMMIT, result.text));
    });
    rewriteTags(peeled.tags, (id, text) => {
      const result = rewriteTagText(text, NOBODY, (old) => changed.get(old));
      if (result.text !== text) changed.set(Buffer.from(id, 'hex'), addText(store, OBJECT_TAG, result.text));
    });
    store.checkpoint();
    const pack = await publishPack(store.seal().path, repository, signal);
    await writeNewRefs(repository, mapped, signal);
    const refs = mapped.refs.map(({ name, oid }) => ({ name, oid: changed.get(oid) ?? oid }));
    return {
      ...mapped,
      refs,
      packs: [...mapped.packs, pack],
      origin: { mapped, repository },
      findings: [...mapped.findings, ...findingsOf(files)],
      checks: [...mapped.checks, await ignoreCheck(repository, mapped.refs, refs, signal)],
    };
  } finally {
    store.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function withGitignore(entries: readonly TreeEntry[], oid: Buffer): TreeEntry[] {
  return [...entries.filter(({ name }) => name !== '.gitignore'), { mode: '100644', name: '.gitignore', oid }];
}

function addTree(store: ObjectStore, entries: readonly TreeEntry[]): Buffer {
  const payload = treeBytes(entries);
  const bytes = framed(payload.length);
  payload.copy(bytes, FRAME);
  const oid = hashFramed(OBJECT_TREE, bytes);
  if (store.table.find(oid) < 0) store.addNew(OBJECT_TREE, oid, payload);
  return oid;
}

function findingsOf({ translated, leftOut, odd }: IgnoreFiles): Finding[] {
  const findings: Finding[] = [];
  if (translated > 0) {
    findings.push({
      kind: 'hgignore_translated',
      severity: 'info',
      text: say(
        'Patterns of .hgignore were translated: each revision that has one has a .gitignore that ignores the same.',
      ),
      count: translated,
      examples: [],
    });
  }
  if (leftOut.size > 0) {
    findings.push({
      kind: 'hgignore_not_translated',
      severity: 'warning',
      text: say('Git has no way to write these patterns of .hgignore. They stand in .gitignore as comments.'),
      count: leftOut.size,
      examples: [...leftOut.values()].slice(0, MOST_EXAMPLES).map(example),
    });
  }
  if (odd > 0) {
    findings.push({
      kind: 'hgignore_no_file',
      severity: 'warning',
      text: say('In these revisions .hgignore or .gitignore is a link or a folder. Nothing was translated there.'),
      count: odd,
      examples: [],
    });
  }
  return findings;
}

const example = ({ line, reason }: LeftOut): string => `${Buffer.from(line, 'latin1').toString('utf8')} (${reason})`;
