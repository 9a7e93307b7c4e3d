import { serveJob } from '../../processes/workers.ts';
import { type ExtractJob, extractFile } from './extract-file.ts';

serveJob<ExtractJob, null>((job, _post, signal) => extractFile(job, signal));
