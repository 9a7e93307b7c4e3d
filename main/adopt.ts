/** The question what to do about a database that does not fit to the files beside it. */
import { dialog } from 'electron';

const QUIT = 'Quit and look first';
const ADOPT = 'Go on with what is there';

/** @param message what does not fit, and what can be done @returns whether to go on without removing what is not known */
export async function mayAdopt(message: string): Promise<boolean> {
  const buttons = [QUIT, ADOPT];
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Gantry',
    message: 'The database and the files of this data folder do not belong together.',
    detail: message,
    buttons,
    defaultId: 0,
    cancelId: 0,
  });
  return buttons[response] === ADOPT;
}
