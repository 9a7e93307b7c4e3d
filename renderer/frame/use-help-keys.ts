import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useDesk } from '../stores/desk.ts';
import { openHelpHere } from './guide-places.ts';

/** F1 opens Help anywhere; Escape closes it, and no dialog below it. */
export function useHelpKeys(): void {
  const router = useRouter();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { help, closeHelp } = useDesk.getState();
      if (event.key === 'F1') openHelpHere(router.state.location.pathname);
      else if (event.key === 'Escape' && help.length > 0 && !event.isComposing) closeHelp();
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    // Dialogs listen there too, and later.
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [router]);
}
