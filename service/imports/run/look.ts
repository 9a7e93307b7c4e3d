/** The first step of a run: what the address is, and the layout before the history is known. */
import { Failure } from '../../failures/failure.ts';
import type { Address } from '../../sources/address.ts';
import { detect, type Found, probeOne } from '../../sources/detection.ts';
import { projectLayout, wholeRepository } from '../../sources/folders/usual-layouts.ts';
import { sourceOf, sourcesFor } from '../../sources/index.ts';
import type { Source, SourceContext } from '../../sources/source.ts';
import { UnknownHostFailure } from '../../ssh/host-keys.ts';
import type { ImportChange, ImportRecord } from '../../store/imports.ts';

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
      ? { status: 'detecting', status_text: 'Detecting...' }
      : { status: 'importing', status_text: 'Importing...' },
  );
  const { found, choices } = await recognise(address, named, context);
  options.onRecognised();
  if (found.empty) throw Failure.of('source.empty', {});
  const project = projectOf(found, record);
  if (choices.length > 1 && (project === undefined || (named === undefined && found.vcs !== 'tfvc'))) {
    options.change({
      status: 'detection_found_multiple',
      project_choices: choices,
      status_text: 'Choose a project',
    });
    throw new ChoiceNeeded();
  }
  const source = named ?? sourceOf(found.vcs);
  if (source === undefined) throw Failure.of('import.nothing_found', { url: address.url });
  const layout = await layoutOf(found, record, context);
  options.change({
    ...layout,
    ...(project ? { tfvc_project: project } : {}),
    status: 'importing',
    vcs: source.vcs,
    vcs_given: true,
    status_text: 'Importing...',
  });
  return source;
}

async function recognise(address: Pick<Address, 'url' | 'scheme'>, named: Source | undefined, context: SourceContext) {
  const sources = named === undefined ? sourcesFor(address.scheme) : [named];
  // A source that was named need not count what it is about to send.
  const result = await detect(address, sources, { ...context, brief: named !== undefined });
  if (result.kind === 'found') {
    const target = result.found.redirected_to ?? null;
    if (target !== null) context.onLog('info', `The server sent Gantry on from ${address.url} to ${target}.`);
    return result;
  }
  if (result.kind === 'needs_auth') throw new Failure({ ...result.failure, kind: 'auth' });
  if (result.kind === 'unreachable' && result.unknown_host) {
    throw new UnknownHostFailure(result.failure, result.unknown_host);
  }
  throw new Failure({ ...result.failure, kind: result.kind === 'nothing' ? 'not_found' : result.kind });
}

/**
 * The Team Foundation project to import; undefined when one must be chosen, null for other systems.
 * @throws Failure when the project that was asked for is not there
 */
function projectOf(found: Found, record: ImportRecord): string | null | undefined {
  if (found.vcs !== 'tfvc') return null;
  const projects = found.project_choices.flatMap(({ tfvc_project }) => tfvc_project ?? []);
  const wanted = record.tfvc_project;
  if (wanted === null) return projects.length === 1 ? projects[0] : undefined;
  const project = projects.find((name) => name.toLowerCase() === wanted.toLowerCase());
  if (project !== undefined) return project;
  throw Failure.of('tfvc.project_not_found_change', { project: wanted, url: found.root_url });
}

/** The layout of the chosen project, the whole repository as one branch, or what a first look shows. */
async function layoutOf(found: Found, record: ImportRecord, context: SourceContext): Promise<ImportChange> {
  const source = sourceOf('subversion');
  if (found.vcs !== 'subversion' || source === undefined) return {};
  const several = found.project_choices.length > 1;
  const root = record.svn_root ?? (several ? '' : null);
  if (root === null) return { detected_layout: found.layout };
  if (root === '') return { svn_root: '', detected_layout: wholeRepository() };
  const url = `${found.root_url}/${root.split('/').map(encodeURIComponent).join('/')}`;
  const looked = await probeOne(source, url, context);
  const layout = looked.kind === 'found' ? looked.layout : null;
  return { svn_root: root, detected_layout: layout ?? projectLayout(root) };
}
