/** Finds the collection behind an address, and its projects. */
import { type Credentials, ImportFailure } from '../source.ts';
import { type ClientOptions, TfvcClient } from './api/client.ts';
import { AnswerTooLarge, NotTheApi, requestFailure, ServerRefusal } from './api/failures.ts';
import { listProjects } from './api/server.ts';
import { LedElsewhere } from './api/transport.ts';
import { readLocation } from './location.ts';
import { fold } from './paths.ts';

export interface Connection {
  client: TfvcClient;
  /** Projects that use Team Foundation version control; only the one that the address names, if it does. */
  projects: string[];
}

export interface ConnectOptions extends Omit<ClientOptions, 'collection' | 'credentials'> {
  credentials: Credentials | null;
}

/**
 * @throws ImportFailure; kind 'not_found' when no such server answers there
 */
export async function connect(address: string, options: ConnectOptions): Promise<Connection> {
  let missing: ImportFailure | null = null;
  let led: LedElsewhere | null = null;
  for (const { collection, project } of readLocation(address)) {
    const client = new TfvcClient({ ...options, collection });
    let names: string[];
    try {
      names = await listProjects(client);
    } catch (error) {
      if (error instanceof LedElsewhere) led = error;
      if (isElsewhere(error)) continue;
      throw requestFailure(error, collection);
    }
    if (project === null) return { client, projects: names };
    const named = names.find((name) => fold(name) === fold(project));
    if (named !== undefined) return { client, projects: [named] };
    // The next reading may be right: there the last segment is the collection.
    missing ??= new ImportFailure(
      'not_found',
      `The project ${project} at ${collection} keeps nothing in Team Foundation version control, or may not be seen with this token. Check the address; a Git repository of the project has an address with "_git" in it.`,
    );
  }
  if (led !== null) throw requestFailure(led, address);
  throw (
    missing ??
    new ImportFailure(
      'not_found',
      `No Team Foundation server answers at ${address}. Give the address of a collection, such as https://dev.azure.com/organisation or https://server/tfs/DefaultCollection.`,
    )
  );
}

/** Answers of servers that are something else. */
function isElsewhere(error: unknown): boolean {
  if (error instanceof ImportFailure) return error.kind === 'not_found' || error.kind === 'broken_source';
  return (
    error instanceof ServerRefusal ||
    error instanceof NotTheApi ||
    error instanceof AnswerTooLarge ||
    error instanceof LedElsewhere
  );
}

/**
 * The project to import.
 * @param wanted the one that was chosen, or null
 * @throws ImportFailure when it is not there, or several are and none was chosen
 */
export function pickProject({ client, projects }: Connection, wanted: string | null): string {
  const [only] = projects;
  const found = wanted === null ? only : projects.find((name) => fold(name) === fold(wanted));
  if (wanted === null && projects.length > 1) {
    throw new ImportFailure(
      'not_found',
      `${client.collection} holds ${projects.length} projects with Team Foundation version control. Choose one of them as tfvc_project.`,
    );
  }
  if (found !== undefined) return found;
  throw new ImportFailure(
    'not_found',
    wanted === null
      ? `No project at ${client.collection} uses Team Foundation version control, or none may be seen with this token. Check the address and the token.`
      : `There is no project ${wanted} with Team Foundation version control at ${client.collection}, or it may not be seen with this token. Check its name and the token.`,
  );
}
