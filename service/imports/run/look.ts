/** The first step of a run: what the address is, and the layout before the history is known. */
import { say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import type { Address } from '../../sources/address.ts';
import { detectAs, sourceOf } from '../../sources/index.ts';
import type { Source, SourceContext } from '../../sources/source.ts';
import { UnknownHostFailure } from '../../ssh/host-keys.ts';
import type { ImportChange, ImportRecord } from '../../store/import-record.ts';
import type { Layout } from '../../vocabulary/history.ts';

/** Folders in a sentence. */
const NAMED = 5;

/** A person must choose a project; the row says so already. */
export class ChoiceNeeded extends Error {}

export interface LookOptions {
  record: ImportRecord;
  address: Pick<Address, 'url' | 'scheme'>;
  context: SourceContext;
  change(change: ImportChange): void;
  /** Called when the kind of the source is known: what fails from here on is the fetch's. */
  onRecognised(): void;
}

/**
 * Finds out what an address is, unless the caller said so and no choice is open.
 * @throws Failure, ChoiceNeeded
 */
export async function look(options: LookOptions): Promise<Source> {
  const { record, address, context } = options;
  const named = record.vcs_given ? sourceOf(record.vcs) : undefined;
  options.change(
    named === undefined
      ? { status: 'detecting', status_text: say('Detecting...') }
      : { status: 'importing', status_text: say('Importing...') },
  );
  const { found, choices } = await recognise(address, named, context);
  options.onRecognised();
  if (found.empty) throw Failure.of('source.empty', {});
  // Two systems at one address: nobody but a person knows which one is meant.
  const isOpen = named === undefined && choices.some(({ vcs }) => vcs !== found.vcs);
  const source = named ?? sourceOf(found.vcs);
  if (source === undefined) throw Failure.of('import.nothing_found', { url: address.url });
  const { svn_root, tfvc_project } = record;
  const wanted = { svn_root, tfvc_project, named: named !== undefined };
  const chosen = isOpen ? null : await source.choose(found, wanted, context);
  if (chosen === null) {
    options.change({
      status: 'detection_found_multiple',
      project_choices: choices,
      status_text: say('Choose a project'),
    });
    throw new ChoiceNeeded();
  }
  options.change({
    ...chosen,
    ...(chosen.detected_layout === undefined
      ? {}
      : { detected_layout: asBefore(chosen.detected_layout, record.detected_layout) }),
    status: 'importing',
    vcs: source.vcs,
    vcs_given: true,
    status_text: say('Importing...'),
  });
  // It was asked for before anybody knew what the source is.
  const folders = record.chosen_layout?.left_out ?? [];
  if (folders.length > 0 && !source.leavesFoldersOut)
    throw Failure.of('import.nothing_left_out', { system: source.title, folders: folders.slice(0, NAMED) });
  return source;
}

/**
 * A layout that was found anew, with what decides over the trees of commits as it was: earlier versions wrote no `.gitignore`
 * unless they were asked to, and what was imported must keep its ids.
 */
export function asBefore(found: Layout | null, before: Layout | null): Layout | null {
  return found === null || before === null ? found : { ...found, gitignore: before.gitignore };
}

async function recognise(address: Pick<Address, 'url' | 'scheme'>, named: Source | undefined, context: SourceContext) {
  // A source that was named need not count what it is about to send.
  const result = await detectAs(named, address, { ...context, brief: named !== undefined });
  if (result.kind === 'found') {
    const target = result.found.redirected_to ?? null;
    if (target !== null)
      context.onLog('info', say('The server sent Gantry on from {from} to {to}.', { from: address.url, to: target }));
    return result;
  }
  if (result.kind === 'needs_auth') throw new Failure({ ...result.failure, kind: 'auth' });
  if (result.kind === 'unreachable' && result.unknown_host) {
    throw new UnknownHostFailure(result.failure, result.unknown_host);
  }
  throw new Failure({ ...result.failure, kind: result.kind === 'nothing' ? 'not_found' : result.kind });
}
