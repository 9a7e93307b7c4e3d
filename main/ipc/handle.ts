import { ipcMain } from 'electron';
import { z } from 'zod';
import { t } from '../language/text.ts';
import { log } from '../log.ts';
import { type IpcAnswer, type IpcInput, type IpcMethod, type IpcOutput, ipcContract, ipcMethods } from './contract.ts';
import { isTrustedSender } from './trusted-sender.ts';

export type IpcHandlers = { [M in IpcMethod]: (input: IpcInput<M>) => Promise<IpcOutput<M>> | IpcOutput<M> };

/** A refusal whose message is shown to the person as it is. */
export class IpcRefusal extends Error {}

/**
 * Registers one handler per method of the contract, each behind the sender check and both schemas; calls wait until handlers are there.
 * @param onCall hears of each call before that
 */
export function registerIpcHandlers(handlers: Promise<IpcHandlers>, onCall: (method: IpcMethod) => void): void {
  for (const method of ipcMethods) register(method, handlers, onCall);
}

function register<M extends IpcMethod>(
  method: M,
  handlers: Promise<IpcHandlers>,
  onCall: (method: IpcMethod) => void,
): void {
  const { input, output } = ipcContract[method];
  ipcMain.handle(`gantry:${method}`, async (event, argument: unknown): Promise<IpcAnswer> => {
    if (!isTrustedSender(event)) {
      log.warn(`refused ${method} from ${event.senderFrame?.origin ?? 'a frame that is gone'}`);
      return { ok: false, message: t('This page may not talk to Gantry.') };
    }
    onCall(method);
    try {
      const given = input.safeParse(argument);
      if (!given.success) {
        if (isOnlyTooLong(given.error))
          throw new IpcRefusal(t('What was given here is too long. Shorten it and try again.'));
        throw given.error;
      }
      const value = await (await handlers)[method](given.data as IpcInput<M>);
      return { ok: true, value: output.parse(value) };
    } catch (error) {
      if (error instanceof IpcRefusal) return { ok: false, message: error.message };
      if (error instanceof z.ZodError) {
        log.error(`${method}: the call does not fit the contract`, z.prettifyError(error));
        return { ok: false, message: t('The window and the app disagree about a call. Restart Gantry.') };
      }
      log.error(`${method} failed`, error);
      return { ok: false, message: t('Something went wrong inside Gantry. The log in the data folder says more.') };
    }
  });
}

/** Whether all that is wrong is the length of texts, which a person may have pasted. */
function isOnlyTooLong({ issues }: z.ZodError): boolean {
  return issues.every(({ code, ...issue }) => code === 'too_big' && 'origin' in issue && issue.origin === 'string');
}
