/** Worker thread that puts all authors of an import in an order: 100,000 of them take the main thread's time for too long. */
import { serveJob } from '../../processes/workers.ts';
import type { AuthorQuery } from '../../store/author-query.ts';
import { authorIds } from '../../store/import-authors.ts';
import type { Listing } from '../../store/listing.ts';

export interface OrderJob {
  dataFolder: string;
  importId: number;
  query: AuthorQuery;
}

serveJob<OrderJob, Listing<number>>(async ({ dataFolder, importId, query }) => authorIds(dataFolder, importId, query));
