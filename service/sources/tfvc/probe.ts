import { dataOf, Failure } from '../../failures/failure.ts';
import { isNameAlone } from '../../vocabulary/credentials.ts';
import type { ProbeResult } from '../source.ts';
import type { ClientOptions } from './api/client.ts';
import { requestFailure, SignInFailure } from './api/failures.ts';
import { youngestChangeset } from './api/server.ts';
import { type Connection, connect } from './connect.ts';
import { serverPath } from './paths.ts';

/** A look is not worth much waiting: many addresses are of other servers. */
const LOOK = { tries: 2, triesOfUnknown: 2, longestWaitMs: 5000, firstByteMs: 15_000, silenceMs: 15_000 };

/** Looks at an address: whether a Team Foundation server answers, and which projects it has. @throws Failure */
export async function probe(url: string, options: Omit<ClientOptions, 'collection'>): Promise<ProbeResult> {
  // A name alone stands in addresses that Azure DevOps shows to be copied, and signs nobody in.
  const credentials = isNameAlone(options.credentials) ? null : options.credentials;
  let connection: Connection;
  try {
    connection = await connect(url, { ...LOOK, ...options, credentials });
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error;
    const { isCertain } = error;
    return {
      kind: 'needs_auth',
      vcs: 'tfvc',
      failure: dataOf(error),
      wrong_credentials: credentials !== null,
      is_certain: isCertain,
    };
  }
  const { client, projects } = connection;
  const [first] = projects;
  if (first === undefined) {
    return { kind: 'nothing', failure: dataOf(Failure.of('tfvc.no_projects', { collection: client.collection })) };
  }
  let empty = false;
  try {
    if (projects.length === 1) empty = (await youngestChangeset(client, serverPath(first, ''))) === null;
  } catch (error) {
    throw requestFailure(error, client.collection);
  }
  return {
    kind: 'found',
    vcs: 'tfvc',
    root_url: client.collection,
    uuid: null,
    revision_count: null,
    branches: [],
    tags: [],
    layout: null,
    project_choices: projects.map((name) => ({ vcs: 'tfvc', tfvc_project: name, human_name: name })),
    empty,
  };
}
