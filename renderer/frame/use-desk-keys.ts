import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useDesk } from '../stores/desk.ts';

/** Keys of the whole window: Ctrl+K for commands, Alt+Left and Alt+Right through the screens. */
export function useDeskKeys(): void {
  const router = useRouter();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const desk = useDesk.getState();
      const command = event.ctrlKey || event.metaKey;
      if (command && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k')
        desk.palette ? desk.closePalette() : desk.openPalette();
      else if (event.altKey && !command && event.key === 'ArrowLeft') router.history.back();
      else if (event.altKey && !command && event.key === 'ArrowRight') router.history.forward();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [router]);
}
