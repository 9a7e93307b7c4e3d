import type { Log } from '../log.ts';
import { BesideAllElse } from './beside-all-else.ts';
import type { Closable } from './close-in-turn.ts';
import { untrustedGit } from './installed-tools.ts';

/** Time after the start until programs are run of which nobody waits, in milliseconds: starting one holds up the first answers. */
const NOT_YET_MS = 1000;

/** Says it where git is too old for foreign repositories; what needs it looks itself, so nobody waits here. */
export function lookAtGit(log: Log): Closable {
  const look = new BesideAllElse();
  const ask = async () => {
    const untrusted = await untrustedGit();
    if (untrusted !== null) log('warning', untrusted.message);
  };
  look.start(ask, (error) => log('error', `Git was not asked for its version: ${String(error)}`), NOT_YET_MS);
  return look;
}
