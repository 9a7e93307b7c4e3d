import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '../language/text.ts';
import { useTopmostClose } from './topmost.ts';

/**
 * A dialog. Where the keyboard was before, it is again afterwards, also where the dialog is there as long as it is open: Mantine
 * gives it back only where `opened` changes.
 */
export function Dialog({ opened = true, onClose, ...props }: Omit<ModalProps, 'opened'> & { opened?: boolean }) {
  useKeyboardComesBack(opened);
  const close = useTopmostClose(opened, onClose);
  return <Modal opened={opened} onClose={close} closeButtonProps={{ 'aria-label': t('Close') }} {...props} />;
}

/** What had the keyboard last outside of dialogs: a dialog may take the place of another one. */
let outside: Element | null = null;

/** @param came whether the dialog came open */
function useKeyboardComesBack(came: boolean) {
  const [places] = useState(() => {
    if (!came) return [];
    const before = startOf(document.activeElement);
    if (before?.closest('[role=dialog]') === null) outside = before;
    return [before, outside];
  });
  useEffect(
    () => () => {
      // Once the dialog's own elements are gone, and unless something else has taken the keyboard.
      requestAnimationFrame(() => {
        if (document.activeElement !== null && document.activeElement !== document.body) return;
        const back = places.find((place) => place?.isConnected);
        if (back instanceof HTMLElement) back.focus({ preventScroll: true });
      });
    },
    [places],
  );
}

/** The button of a menu in place of its entry, which is gone when the dialog is there; null where nothing has the keyboard. */
function startOf(active: Element | null): Element | null {
  if (active === null || active === document.body) return null;
  const menu = active.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return menu ? document.getElementById(menu) : active;
}
