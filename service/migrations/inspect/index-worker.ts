import { serveJob } from '../../processes/workers.ts';
import { buildIndex, type IndexJob, type IndexReading, type IndexSummary } from './build-index.ts';

serveJob<IndexJob, IndexSummary, IndexReading>((job, post, signal) => buildIndex(job, post, signal));
