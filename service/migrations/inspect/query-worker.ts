import { serveJob } from '../../processes/workers.ts';
import { answer, type QueryJob, type Question, type Questions } from './query.ts';

serveJob<QueryJob, Questions[Question]['answer']>(async (job) => answer(job));
