import { Failure } from '../../failures/failure.ts';
import type { Chosen, Found, Wanted } from '../source.ts';
import { fold } from './paths.ts';

/**
 * The Team Foundation project that is imported.
 * @returns null when the collection holds several and nobody said which one
 * @throws Failure when the project that was asked for is not there
 */
export async function chooseProject(found: Found, wanted: Wanted): Promise<Chosen | null> {
  const projects = found.project_choices.flatMap(({ tfvc_project }) => tfvc_project ?? []);
  const { tfvc_project } = wanted;
  if (tfvc_project === null) {
    const [only] = projects;
    return projects.length === 1 && only !== undefined ? { tfvc_project: only } : null;
  }
  const project = projects.find((name) => fold(name) === fold(tfvc_project));
  if (project !== undefined) return { tfvc_project: project };
  throw Failure.of('tfvc.project_not_found_change', { project: tfvc_project, url: found.root_url });
}
