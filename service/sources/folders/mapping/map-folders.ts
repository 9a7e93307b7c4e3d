/** Maps a fetched history of folders: journal and trees in, commits, tags, refs and packs out. */

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Failure } from '../../../failures/failure.ts';
import { publishPack } from '../../../git/pack/index-pack.ts';
import { ObjectStore } from '../../../git/pack/object-store.ts';
import type { Layout } from '../../../vocabulary/history.ts';
import type { RevisionRow } from '../../../vocabulary/revision-row.ts';
import { FindingCollector } from '../../findings.ts';
import type { MapResult } from '../../source.ts';
import type { Cut } from '../layout/cut.ts';
import type { LineMatcher } from '../layout/matcher.ts';
import { PastFinder } from '../layout/pasts.ts';
import { type FetchCheckpoint, readCheckpoint, writeCheckpoint } from '../raw/checkpoint.ts';
import type { FactsStore } from '../raw/facts.ts';
import { openFetched } from '../raw/fetched.ts';
import { DOT_GIT } from '../raw/findings.ts';
import type { JournalRevision } from '../raw/journal.ts';
import { leaveNoPackEmpty, moveRevisionsRef, type People, publishContent, RawCommits } from '../raw/staging.ts';
import { AuthorTally } from './author-tally.ts';
import type { Dialect } from './dialect.ts';
import { noteHead, noteIgnoresAbove } from './head-findings.ts';
import { IgnoredFolders } from './ignored-folders.ts';
import { MadeRevisions } from './made-revisions.ts';
import { writeMapped } from './mapped-file.ts';
import type { NamedRevision } from './mapped-refs.ts';
import { Mapper } from './mapper.ts';
import { TreeRewriter } from './tree-rewriter.ts';
import type { TreeView } from './tree-view.ts';

export interface MapProgress {
  type: 'progress';
  done: number;
  total: number;
}

/** What a dialect works with. */
export interface MappingRooms {
  /** The source's id as the fetch kept it. */
  uuid: string;
  view: TreeView;
  facts: FactsStore;
  /** Where changed trees go. */
  target: ObjectStore;
  rewriter: TreeRewriter;
  findings: FindingCollector;
}

export interface FolderMapping<Revision extends JournalRevision> {
  /** Folder `imports/<id>`. */
  folder: string;
  layout: Layout;
  matcher: LineMatcher;
  /** Folder of the project that a person chose, bytes as a latin1 string; '' when everything was meant. */
  chosenRoot: string;
  /** Who the raw commits in staging are by: the source's own identities. @param uuid the source's id */
  people(uuid: string): People<Revision>;
  dialect(rooms: MappingRooms): Dialect<Revision>;
  /** The `remote_id` of a revision's author; absent where a fetch is of one project. @param uuid the source's id */
  authorId?(uuid: string): (revision: Revision) => string;
  /** Tags that are no folders. */
  named?: readonly NamedRevision[];
}

const REPORT_MS = 100;
/** Objects that mapping makes beside a commit a revision, in most histories: room for more is made when they come. */
const MORE = 4096;

/** @throws Failure */
export async function mapFolders<Revision extends JournalRevision>(
  mapping: FolderMapping<Revision>,
  post: (message: MapProgress) => void,
  signal: AbortSignal,
): Promise<MapResult> {
  const fetched = join(mapping.folder, 'fetch');
  const before = readCheckpoint(fetched);
  if (before === null) throw Failure.of('import.nothing_fetched', {});
  const staging = join(mapping.folder, 'staging.git');
  const folder = join(mapping.folder, 'mapping');
  removeEarlierPack(folder, staging, before);
  rmSync(folder, { recursive: true, force: true });
  const opened = openFetched<Revision>(fetched);
  const { checkpoint, content, view, facts } = opened;
  const target = ObjectStore.open(folder, 'mapped', 1 << 20, null, { expected: checkpoint.revision + MORE });
  // Git checks the content in a process of its own while branches are made here.
  const publishing = publishContent(fetched, content, checkpoint, staging, signal);
  publishing.catch(() => undefined);
  let made: MadeRevisions | null = null;
  const isNew = checkpoint.publishedRevisions !== checkpoint.revision;
  const uuid = checkpoint.uuid ?? '';
  const isOneLine = mapping.layout.root === '' && mapping.layout.trunk === '';
  const raw = isNew ? new RawCommits(fetched, content, mapping.people(uuid), isOneLine) : null;
  try {
    const findings = new FindingCollector();
    const rules = {
      gitignore: mapping.layout.gitignore,
      removeDotGit: checkpoint.findings.some(({ kind }) => kind === DOT_GIT),
    };
    const rewriter = new TreeRewriter(view, facts, target, rules, findings);
    const dialect = mapping.dialect({ uuid, view, facts, target, rewriter, findings });
    const { matcher, chosenRoot } = mapping;
    const pasts = new PastFinder({ view, facts }, matcher);
    for (const revision of opened.journal()) pasts.add(revision);
    signal.throwIfAborted();
    made = new MadeRevisions(mapping.folder);
    const authorId = mapping.layout.root === '' ? undefined : mapping.authorId?.(uuid);
    const tally = authorId === undefined ? null : new AuthorTally(authorId);
    const onMade = (row: RevisionRow, cut: Cut | null, revision: Revision) => {
      made?.add(row, cut);
      tally?.add(revision);
    };
    const options = { onMade, matcher, pasts: pasts.found, chosenRoot, dialect, view, facts, target, findings };
    const mapper = new Mapper<Revision>(options);
    let lastReport = 0;
    let [treeAtEnd, factsAtEnd] = [-1, -1];
    for (const revision of opened.journal()) {
      raw?.add(revision);
      mapper.revision(revision);
      [treeAtEnd, factsAtEnd] = [revision.t, revision.f];
      const now = performance.now();
      if (now - lastReport < REPORT_MS) continue;
      lastReport = now;
      post({ type: 'progress', done: revision.r, total: checkpoint.revision });
      // Lets an abort message in.
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
    }
    const mapped = mapper.finish(mapping.named);
    const branches = mapped.heads.flatMap(({ line }) => (line.match.kind === 'tag' ? [] : [line.path]));
    for (const path of branches) noteHead(findings, facts, facts.find(factsAtEnd, path), path);
    if (rules.gitignore) {
      noteIgnoresAbove(findings, facts, factsAtEnd, branches);
      const ignored = new IgnoredFolders(findings, { view, facts });
      for (const path of branches) ignored.note(view.folder(treeAtEnd, path), facts.find(factsAtEnd, path), path);
    }
    leaveNoPackEmpty(target);
    target.checkpoint();
    const [published, pack, revisions] = await Promise.all([
      publishing,
      publishPack(target.seal().path, staging, signal),
      raw?.publish(staging, signal) ?? null,
    ]);
    if (revisions !== null) {
      if (revisions.tip !== null) await moveRevisionsRef(staging, revisions.tip, signal);
      writeCheckpoint(fetched, {
        ...published,
        publishedRevisions: checkpoint.revision,
        revisionsPack: revisions.pack,
      });
    }
    writeFileSync(join(folder, 'pack'), basename(pack));
    writeMapped(mapping.folder, { layout: mapping.layout, heads: mapped.expected });
    return {
      refs: mapped.refs,
      head: mapped.head,
      commit_count: mapped.commitCount,
      ...(tally === null ? {} : { authors: tally.list() }),
      completeness: mapped.completeness,
      findings: findings.list(),
      checks: [],
      packs: [...published.publishedPacks, ...(published.publishedAside ?? []), pack],
    };
  } finally {
    await publishing.catch(() => undefined);
    raw?.close();
    opened.close();
    made?.close();
    target.close();
  }
}

/** A mapping made again replaces the pack of the one before; published repositories have their own links. */
function removeEarlierPack(folder: string, staging: string, checkpoint: FetchCheckpoint): void {
  const note = join(folder, 'pack');
  if (!existsSync(note)) return;
  const name = basename(readFileSync(note, 'utf8'));
  if (!/^pack-[\da-f]{40}\.pack$/.test(name)) return;
  const pack = join(staging, 'objects/pack', name);
  // A mapping that changed nothing made the very commits of the raw history, and so the same pack.
  if (pack === checkpoint.revisionsPack || checkpoint.publishedPacks.includes(pack)) return;
  for (const file of [pack.replace(/\.pack$/, '.idx'), pack]) rmSync(file, { force: true });
}
