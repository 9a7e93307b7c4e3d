/** Worker thread that puts a people book in an order: 100,000 people take the main thread's time for too long. */
import { serveJob } from '../processes/workers.ts';
import type { Listing, ListRange } from '../store/listing.ts';
import { type BookQuery, bookIds } from '../store/people-book.ts';

export interface BookOrderJob {
  dataFolder: string;
  accountId: number;
  query: BookQuery;
  range: ListRange;
}

serveJob<BookOrderJob, Listing<number>>(async ({ dataFolder, accountId, query, range }) =>
  bookIds(dataFolder, accountId, query, range),
);
