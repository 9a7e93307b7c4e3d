/**
 * The last net under an engine on a broken disk. Whoever writes says what becomes of his work where the disk refuses; where
 * somebody forgot to (a timer, the end of something that nobody waits for), the engine stays and the log has it.
 */
import type { Log } from '../log.ts';
import { isLeftUnwritten } from './late-writes.ts';

/** @returns what takes the net away */
export function outliveRefusals(log: Log): () => void {
  const caught = (error: unknown) => {
    // Any other ends the process, as without this.
    if (!isLeftUnwritten(error)) throw error;
    log('error', `The disk refused something that nobody waited for. ${String(error)}`);
  };
  process.on('unhandledRejection', caught);
  process.on('uncaughtException', caught);
  return () => {
    process.off('unhandledRejection', caught);
    process.off('uncaughtException', caught);
  };
}
