/** Worker thread that puts diagnostics together: logs may be long, and names many. */
import { serveJob } from '../processes/workers.ts';
import { type DiagnosticsJob, diagnosticsOf } from './diagnostics.ts';

serveJob<DiagnosticsJob, string>((job) => diagnosticsOf(job));
