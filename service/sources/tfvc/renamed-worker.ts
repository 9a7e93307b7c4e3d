/** The worker thread that asks what a project is called now which was renamed on its server. */
import { serveJob } from '../../processes/workers.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import { requestFailure } from './api/failures.ts';
import { projectName } from './api/server.ts';
import { connect } from './connect.ts';

export interface RenamedInput {
  /** Address of the collection. */
  collection: string;
  /** The server's id of the project, which stays. */
  id: string;
  credentials: Credentials | null;
}

serveJob<RenamedInput, string | null>(async ({ collection, id, credentials }, _post, signal) => {
  const { client } = await connect(collection, { credentials, signal });
  try {
    return await projectName(client, id);
  } catch (error) {
    throw requestFailure(error, collection);
  }
});
