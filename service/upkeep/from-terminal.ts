/** What a terminal can ask of an installation whose engine does not run. */

import { writeFileSync } from 'node:fs';
import { EventHub } from '../events/event-hub.ts';
import { inEnglish } from '../failures/sentences.ts';
import type { Log } from '../log.ts';
import { markProcessesFor } from '../processes/engine-mark.ts';
import { watchOver } from '../processes/watchdog.ts';
import { endIdleWorkers } from '../processes/workers.ts';
import { Repositories } from '../repositories/repositories.ts';
import { openStore } from '../store/open.ts';
import { checkInstallation, type Problem } from './check.ts';
import { diagnosticsOf } from './diagnostics.ts';

interface Terminal {
  log: Log;
  /** A line for whoever reads the output. */
  print(line: string): void;
}

/**
 * Checks a data folder that no engine uses, and prints what is wrong.
 * @returns how many problems there are
 * @throws the signal's reason when aborted; what `openStore` throws
 */
export async function checkFromTerminal(
  dataFolder: string,
  { log, print }: Terminal,
  signal: AbortSignal,
): Promise<number> {
  const store = openStore(dataFolder, log);
  const endWatch = watchOver(markProcessesFor(dataFolder));
  try {
    const repositories = new Repositories(dataFolder, store, new EventHub(log));
    const problems: Problem[] = [];
    let told = -1;
    const checked = await checkInstallation({ dataFolder, store, repositories, isBusy: () => false }, signal, {
      onReading: ({ percent, status_text }) => {
        if (percent === told) return;
        told = percent;
        log('info', `${percent}% ${inEnglish(status_text)}`);
      },
      tell: (problem) => {
        problems.push(problem);
        print(`${problem.name}: ${inEnglish(problem.text)}`);
      },
    });
    const read = `${checked.repositories} repositories, ${checked.archives} archives and ${checked.databases} databases were read`;
    print(problems.length === 0 ? `No problems: ${read}.` : `${problems.length} problems: ${read}.`);
    return problems.length;
  } finally {
    await endIdleWorkers();
    endWatch();
    store.close();
  }
}

/** Prints diagnostics, and writes the same text to a file of its owner alone; `-` for none. Also while an engine runs. */
export async function diagnosticsFromTerminal(
  dataFolder: string,
  file: string,
  { print }: Pick<Terminal, 'print'>,
): Promise<void> {
  const now = ['asked for from a terminal: what an engine does now is not known here'];
  const text = await diagnosticsOf({ dataFolder, version: 'of the terminal', now });
  print(text);
  if (file === '-') return;
  writeFileSync(file, text, { mode: 0o600 });
  print(`Written to ${file}. Read it before you give it away.`);
}
