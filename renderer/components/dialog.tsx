import { Modal, type ModalProps } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { t } from '../language/text.ts';
import { isNowhere, keyboardToPage } from './keyboard-to-page.ts';
import { useTopmostClose } from './topmost.ts';
import { UnseenMarked } from './unseen-marked.tsx';

interface DialogProps extends Omit<ModalProps, 'opened'> {
  opened?: boolean;
  /** It shows what cannot be shown again: a click beside it, a key too many or a link must not lose that. */
  shownOnce?: boolean;
}

/**
 * A dialog. Where the keyboard was before, it is again afterwards, also where the dialog is there as long as it is open: Mantine
 * gives it back only where `opened` changes.
 */
export function Dialog({ opened = true, shownOnce = false, onClose, title, ...props }: DialogProps) {
  useKeyboardComesBack(opened);
  const close = useTopmostClose(opened, onClose);
  return (
    <>
      {opened && shownOnce && <Stays />}
      <Modal
        opened={opened}
        onClose={close}
        closeOnClickOutside={!shownOnce}
        closeOnEscape={!shownOnce}
        closeButtonProps={{ 'aria-label': t('Close') }}
        // Where Mantine has given it back to may go with the page that is left.
        onExitTransitionEnd={keyboardToPage}
        title={typeof title === 'string' ? <UnseenMarked text={title} /> : title}
        {...props}
      />
    </>
  );
}

/** Keeps the screen, which links, keys and the menu would take away with the dialog that lies over it. */
function Stays() {
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: () => {
      notifications.show({ message: t('Close this dialog first: what it shows is not shown again.') });
      return true;
    },
  });
  return null;
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
        if (!isNowhere(document.activeElement)) return;
        // The row that it was opened from may be gone with what the dialog did.
        const back =
          places.find((place) => place?.isConnected && place.checkVisibility()) ??
          document.querySelector('[data-testid=page] h1');
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
