/** The worker thread of a look at an address. */

import type { Sentence } from '../../../language/sentence.ts';
import { serveJob } from '../../processes/workers.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { ProbeResult } from '../source.ts';
import { FIRST_BYTE_MS, MOST_WAITS } from './api/client.ts';
import { probe } from './probe.ts';
import type { SilenceMessage } from './silence.ts';

export interface ProbeInput {
  url: string;
  credentials: Credentials | null;
  /** A person said that it is a Team Foundation server: then it is worth waiting for. */
  named: boolean;
}

export type ProbeMessage = SilenceMessage | { type: 'log'; level: 'info' | 'warning'; text: Sentence };

serveJob<ProbeInput, ProbeResult, ProbeMessage>(({ url, credentials, named }, post, signal) =>
  probe(url, {
    credentials,
    signal,
    onLog: (level, text) => post({ type: 'log', level, text }),
    onSilence: (milliseconds) => post({ type: 'silence', milliseconds }),
    ...(named ? { firstByteMs: FIRST_BYTE_MS, triesOfUnknown: MOST_WAITS, longestWaitMs: 60_000 } : {}),
  }),
);
