/**
 * The worker thread that talks with hg while another one converts: it checks the manifests, from the repository's own files or from
 * a bundle that it has hg write first, and asks for names, counts and what the heads hold.
 */

import { type Said, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { serveJob } from '../../processes/workers.ts';
import type { Finding } from '../../vocabulary/report.ts';
import { FindingCollector } from '../findings.ts';
import { BundleError } from './bundle/byte-reader.ts';
import type { ChangegroupReceiver } from './bundle/changegroup.ts';
import { readBundleFile } from './bundle/read-bundle-file.ts';
import { checkManifests } from './convert/check-manifests.ts';
import { finalRefs } from './convert/final-refs.ts';
import { filesStamp } from './files-stamp.ts';
import { tagsWithoutLocal } from './global-tags.ts';
import type { HgRepository } from './hg-repository.ts';
import { HgServer } from './hg-server.ts';
import { bookmarkLines, branchHeads, type NamedNode, type Tallies, tallyAndNames, unsupported } from './repository.ts';
import { readOwnManifests } from './revlogs/own-files.ts';
import { askForHeads, askForSample, type SourceSays, writeSourceSays } from './source-heads.ts';
import { unreadBookmarks } from './unread-bookmarks.ts';

export interface AskInput {
  /** Folder `imports/<id>`. */
  folder: string;
  privateFolder: string;
  repository: HgRepository;
  /** Folder of this conversion, removed by the caller. */
  workFolder: string;
  /** Where the bundle is to be written; null where the repository's own files are read. */
  bundle: string | null;
}

export interface AskOutput {
  says: SourceSays;
  findings: Finding[];
}

const UNREAD_BOOKMARKS: Said = say(
  'These lines of the source’s list of bookmarks are damaged, or name a changeset that it does not have. They became no branches.',
);

/** The history is there whole, its manifests are checked, and `source.json` is written. */
export type AskMessage = 'told';

async function ask(input: AskInput, post: (message: AskMessage) => void, signal: AbortSignal): Promise<AskOutput> {
  const access = { credentials: null, privateFolder: input.privateFolder, signal };
  const server = new HgServer(access, input.repository);
  let checked: Promise<void> = Promise.resolve();
  try {
    const { read, written } = manifestsOf(input, server);
    checked = checkManifests(read, input.workFolder, signal).catch((error: unknown) => {
      throw error instanceof BundleError ? unsupported(input.repository.url, error.said) : error;
    });
    checked.catch(() => undefined);
    await written;
    const stamp = filesStamp(input.repository.path);
    const findings = new FindingCollector();
    const { bookmarks, tags, localTags, tip, ...tallies } = await tallyAndNames(server, () =>
      tagsWithoutLocal(access, input.repository),
    );
    const { refs, head } = finalRefs({ heads: await branchHeads(server), bookmarks, tags }, findings);
    noteVisibility(findings, tallies);
    noteLocalTags(findings, localTags);
    for (const line of unreadBookmarks(input.repository.path, bookmarks))
      findings.add('bookmarks_unread', 'warning', UNREAD_BOOKMARKS, line);
    const heads = await askForHeads(server, refs, head, input.folder);
    const says: SourceSays = {
      changesets: tallies.changesets,
      refs,
      head,
      heads,
      sample: await askForSample(server),
      tip,
      bookmarks: bookmarkLines(bookmarks),
      stamp,
    };
    await writeSourceSays(input.folder, says);
    await checked;
    // hg takes its time to end, and nothing depends on it.
    post('told');
    return { says, findings: findings.list() };
  } catch (error) {
    throw strippedMeanwhile(error, input.repository.url) ?? error;
  } finally {
    await server.stop();
    await checked.catch(() => undefined);
  }
}

/** What hg named a moment ago it does not know any more. */
function strippedMeanwhile(error: unknown, url: string): Failure | null {
  if (!(error instanceof Failure) || error.key !== 'mercurial.unreadable') return null;
  const [, node] = /unknown revision '([\da-f]{40})'/.exec(error.detail) ?? [];
  if (node === undefined) return null;
  const what = say('it names the changeset {node}, which it did not send', { node });
  return unsupported(url, say('{what}; the repository changed meanwhile', { what }));
}

/**
 * Where the manifests come from.
 * @returns `written`: when hg is done with it
 */
function manifestsOf({ bundle, repository }: AskInput, server: HgServer) {
  if (bundle === null) {
    const read = (receiver: ChangegroupReceiver) => readOwnManifests(repository.path, receiver);
    return { read, written: Promise.resolve() };
  }
  const written = server.run(['bundle', '-q', '--all', '--type', 'none-v2', '--', bundle]).then((code) => {
    if (code === 1) throw Failure.of('source.empty', {});
  });
  return { read: (receiver: ChangegroupReceiver) => readBundleFile(bundle, written, receiver), written };
}

function noteLocalTags(findings: FindingCollector, tags: readonly NamedNode[]): void {
  for (const { name, node } of tags) {
    findings.add(
      'local_tag',
      'info',
      say(
        'These tags are local to this copy of the source: Mercurial keeps them in .hg/localtags and never sends them to others. They were left out.',
      ),
      `${name}: ${node.slice(0, 12)}`,
    );
  }
}

function noteVisibility(findings: FindingCollector, tallies: Tallies): void {
  const note = (kind: string, count: number, text: Said) => {
    if (count > 0) findings.add(kind, 'info', text, `${count}`);
  };
  note(
    'secret_changesets',
    tallies.secret,
    say('The source keeps this many changesets secret. They came like all others.'),
  );
  note(
    'obsolete_changesets',
    tallies.obsolete,
    say('This many changesets are obsolete in the source but still visible. They came like all others.'),
  );
  note(
    'hidden_changesets',
    tallies.hidden,
    say('This many changesets are hidden in the source because others took their place. They did not come.'),
  );
}

serveJob<AskInput, AskOutput, AskMessage>(ask);
