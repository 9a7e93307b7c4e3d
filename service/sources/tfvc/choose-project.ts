import { join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { runInWorker } from '../../processes/workers.ts';
import type { Chosen, Found, SourceContext, Wanted } from '../source.ts';
import { isProjectId } from './api/server.ts';
import { fold } from './paths.ts';
import { readTfvcCheckpoint } from './raw/checkpoint.ts';
import type { RenamedInput } from './renamed-worker.ts';

/**
 * The Team Foundation project that is imported.
 * @returns null when the collection holds several and nobody said which one
 * @throws Failure when the project that was asked for is not there
 */
export async function chooseProject(found: Found, wanted: Wanted, context: SourceContext): Promise<Chosen | null> {
  const projects = found.project_choices.flatMap(({ tfvc_project }) => tfvc_project ?? []);
  const { tfvc_project } = wanted;
  if (tfvc_project === null) {
    const [only] = projects;
    return projects.length === 1 && only !== undefined ? { tfvc_project: only } : null;
  }
  const named = (name: string) => projects.find((one) => fold(one) === fold(name));
  const project = named(tfvc_project);
  if (project !== undefined) return { tfvc_project: project };
  const renamed = named((await nameOfNow(found.root_url, tfvc_project, context)) ?? '');
  if (renamed === undefined)
    throw Failure.of('tfvc.project_not_found_change', { project: tfvc_project, url: found.root_url });
  context.onLog(
    'info',
    say('The project {before} is called {now} on its server by now.', { before: tfvc_project, now: renamed }),
  );
  return { tfvc_project: renamed };
}

/** What the project that was fetched is called now: servers rename it in its whole history, and its id stays. */
async function nameOfNow(
  collection: string,
  project: string,
  { folder, credentials, signal }: SourceContext,
): Promise<string | null> {
  const fetched = readTfvcCheckpoint(join(folder, 'fetch'));
  const id = fetched?.uuid ?? '';
  if (fetched === null || fold(fetched.project) !== fold(project) || !isProjectId(id)) return null;
  const input: RenamedInput = { collection, id, credentials };
  return runInWorker<RenamedInput, string | null>(import.meta.url, './renamed-worker', input, { signal });
}
