import { useEffect, useState } from 'react';
import { showFailure } from './failure-message.tsx';

/**
 * What failed since a dialog was opened: what an earlier opening ended with is no answer to this one. What fails once the dialog is
 * closed is said in a corner of the window, as nobody sees it here.
 * @param error of the change that the dialog makes, null while there is none
 */
export function useErrorSinceOpened(opened: boolean, error: unknown): unknown {
  const [known, setKnown] = useState({ opened, before: error, seen: error });
  if (known.opened !== opened) setKnown({ opened, before: opened ? error : known.before, seen: error });
  useEffect(() => {
    if (opened || error === null || error === known.seen) return;
    setKnown((last) => ({ ...last, seen: error }));
    showFailure(error);
  }, [opened, error, known.seen]);
  return error === known.before ? null : error;
}
