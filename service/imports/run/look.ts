/** The first step of a run: what the address is, and the layout before the history is known. */

import type { Address } from '../../sources/address.ts';
import { detect, type Found, probeOne } from '../../sources/detection.ts';
import { projectLayout, wholeRepository } from '../../sources/folders/usual-layouts.ts';
import { sourceOf, sourcesFor } from '../../sources/index.ts';
import { ImportFailure, type Source, type SourceContext, UnknownHostFailure } from '../../sources/source.ts';
import type { ImportChange, ImportRecord } from '../../store/imports.ts';
import { EMPTY_REPOSITORY } from '../failures.ts';

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
 * @throws ImportFailure, ChoiceNeeded
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
  if (found.empty) throw new ImportFailure('empty', EMPTY_REPOSITORY);
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
  if (source === undefined) throw new ImportFailure('not_found', nothingAt(address.url));
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
  if (result.kind === 'needs_auth') throw new ImportFailure('auth', result.message);
  if (result.kind === 'unreachable' && result.unknown_host) {
    throw new UnknownHostFailure(result.message, result.unknown_host);
  }
  throw new ImportFailure(result.kind === 'nothing' ? 'not_found' : result.kind, result.message);
}

/**
 * The Team Foundation project to import; undefined when one must be chosen, null for other systems.
 * @throws ImportFailure when the project that was asked for is not there
 */
function projectOf(found: Found, record: ImportRecord): string | null | undefined {
  if (found.vcs !== 'tfvc') return null;
  const projects = found.project_choices.flatMap(({ tfvc_project }) => tfvc_project ?? []);
  const wanted = record.tfvc_project;
  if (wanted === null) return projects.length === 1 ? projects[0] : undefined;
  const project = projects.find((name) => name.toLowerCase() === wanted.toLowerCase());
  if (project !== undefined) return project;
  throw new ImportFailure(
    'not_found',
    `There is no project ${wanted} with Team Foundation version control at ${found.root_url}, or it may not be seen with this token. Change tfvc_project, or start the import again without it to choose one.`,
  );
}

function nothingAt(url: string): string {
  return `No repository that can be imported was found at ${url}. Check the address and start the import again.`;
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
