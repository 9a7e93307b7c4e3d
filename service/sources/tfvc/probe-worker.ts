/** The worker thread of a look at an address. */

import { serveJob } from '../../processes/workers.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { ProbeResult } from '../source.ts';
import { probe } from './probe.ts';

export interface ProbeInput {
  url: string;
  credentials: Credentials | null;
}

export interface ProbeMessage {
  level: 'info' | 'warning';
  text: string;
}

serveJob<ProbeInput, ProbeResult, ProbeMessage>(({ url, credentials }, post, signal) =>
  probe(url, { credentials, signal, onLog: (level, text) => post({ level, text }) }),
);
