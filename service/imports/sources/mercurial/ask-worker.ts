/**
 * The worker thread that talks with hg while another one converts: first it has the bundle written, then it asks for what is
 * not in a bundle, and for what the heads hold.
 */
import { serveJob } from '../../../processes/workers.ts';
import { EMPTY_REPOSITORY } from '../../failures.ts';
import { FindingCollector } from '../../findings.ts';
import { type Finding, ImportFailure } from '../../source.ts';
import { finalRefs } from './convert/final-refs.ts';
import { HgServer } from './hg-server.ts';
import { branchHeads, type HgRepository, type Tallies, tallyAndNames } from './repository.ts';
import { askForHeads, type SourceSays, writeSourceSays } from './source-heads.ts';

export interface AskInput {
  /** Folder `imports/<id>`. */
  folder: string;
  privateFolder: string;
  repository: HgRepository;
  /** Where the bundle is to be written. */
  bundle: string;
}

export interface AskOutput {
  says: SourceSays;
  findings: Finding[];
}

/** The bundle is whole, and `source.json` is written. */
export type AskMessage = 'told';

async function ask(input: AskInput, post: (message: AskMessage) => void, signal: AbortSignal): Promise<AskOutput> {
  const server = new HgServer({ credentials: null, privateFolder: input.privateFolder, signal }, input.repository);
  try {
    const code = await server.run(['bundle', '-q', '--all', '--type', 'none-v2', '--', input.bundle]);
    if (code === 1) throw new ImportFailure('empty', EMPTY_REPOSITORY);
    const findings = new FindingCollector();
    const { bookmarks, tags, ...tallies } = await tallyAndNames(server);
    const { refs, head } = finalRefs({ heads: await branchHeads(server), bookmarks, tags }, findings);
    noteVisibility(findings, tallies);
    const heads = await askForHeads(server, refs, head, input.folder);
    const says: SourceSays = { changesets: tallies.changesets, refs, head, heads };
    await writeSourceSays(input.folder, says);
    // hg takes its time to end, and nothing depends on it.
    post('told');
    return { says, findings: findings.list() };
  } finally {
    await server.stop();
  }
}

function noteVisibility(findings: FindingCollector, tallies: Tallies): void {
  const note = (kind: string, count: number, text: string) => {
    if (count > 0) findings.add(kind, 'info', text, `${count}`);
  };
  note('secret_changesets', tallies.secret, 'The source keeps this many changesets secret. They came like all others.');
  note(
    'obsolete_changesets',
    tallies.obsolete,
    'This many changesets are obsolete in the source but still visible. They came like all others.',
  );
  note(
    'hidden_changesets',
    tallies.hidden,
    'This many changesets are hidden in the source because others took their place. They did not come.',
  );
}

serveJob<AskInput, AskOutput, AskMessage>(ask);
