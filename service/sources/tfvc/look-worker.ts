/** The worker thread that asks whether a project is still what was fetched. */
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { serveJob } from '../../processes/workers.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import { requestFailure } from './api/failures.ts';
import { projectId, youngestChangeset } from './api/server.ts';
import { connect } from './connect.ts';
import { serverPath } from './paths.ts';
import { projectUuid } from './project-uuid.ts';
import { readTfvcCheckpoint } from './raw/checkpoint.ts';

export interface LookInput {
  /** Folder `imports/<id>`. */
  folder: string;
  url: string;
  credentials: Credentials | null;
}

serveJob<LookInput, boolean>(async ({ folder, url, credentials }, _post, signal) => {
  const checkpoint = readTfvcCheckpoint(join(folder, 'fetch'));
  if (checkpoint === null) throw Failure.of('import.nothing_fetched', {});
  const { client } = await connect(url, { credentials, signal });
  try {
    const [id, youngest] = await Promise.all([
      projectId(client, checkpoint.project),
      youngestChangeset(client, serverPath(checkpoint.project, '')),
    ]);
    if (projectUuid(id, checkpoint.project, checkpoint) !== checkpoint.uuid) {
      const { collection } = client;
      throw Failure.of('tfvc.other_project', { collection }, `project ${checkpoint.uuid} before, ${id} now`);
    }
    return youngest?.id === checkpoint.revision;
  } catch (error) {
    throw requestFailure(error, client.collection);
  }
});
