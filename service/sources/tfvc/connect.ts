/** Finds the collection behind an address, and its projects. */

import { Failure } from '../../failures/failure.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
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
 * @throws Failure; kind 'not_found' when no such server answers there
 */
export async function connect(address: string, options: ConnectOptions): Promise<Connection> {
  let missing: Failure | null = null;
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
    missing ??= Failure.of('tfvc.project_without_versions', { project, collection });
  }
  if (led !== null) throw requestFailure(led, address);
  throw missing ?? Failure.of('tfvc.no_server', { address });
}

/** Answers of servers that are something else. */
function isElsewhere(error: unknown): boolean {
  if (error instanceof Failure) return error.kind === 'not_found' || error.kind === 'broken_source';
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
 * @throws Failure when it is not there, or several are and none was chosen
 */
export function pickProject({ client, projects }: Connection, wanted: string | null): string {
  const [only] = projects;
  const found = wanted === null ? only : projects.find((name) => fold(name) === fold(wanted));
  if (wanted === null && projects.length > 1) {
    throw Failure.of('tfvc.choose_project', { collection: client.collection, projects: projects.length });
  }
  if (found !== undefined) return found;
  throw wanted === null
    ? Failure.of('tfvc.no_projects', { collection: client.collection })
    : Failure.of('tfvc.project_not_found', { project: wanted, collection: client.collection });
}
