import { useBlocker } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect, useId, useState } from 'react';
import { t } from '../language/text.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Forms of the screen that hold what is not saved. */
const Unsaved = createContext<Set<string>>(new Set());

/** Says whether a form holds what was entered and not saved. */
export function useUnsaved(isUnsaved: boolean): void {
  const forms = useContext(Unsaved);
  const id = useId();
  useEffect(() => {
    if (!isUnsaved) return;
    forms.add(id);
    return () => void forms.delete(id);
  }, [forms, id, isUnsaved]);
}

/** Asks before a link, a key or the menu takes a screen away in which something was entered and not saved. */
export function UnsavedChanges({ children }: { children: ReactNode }) {
  const [forms] = useState(() => new Set<string>());
  const leaving = useBlocker({ shouldBlockFn: () => forms.size > 0, enableBeforeUnload: false, withResolver: true });
  return (
    <Unsaved value={forms}>
      {children}
      <ConfirmDialog
        opened={leaving.status === 'blocked'}
        title={t('What you entered is not saved')}
        text={t('If you leave this page now, it is lost.')}
        confirmLabel={t('Leave the page')}
        keepLabel={t('Stay here')}
        busy={false}
        error={null}
        onConfirm={() => leaving.proceed?.()}
        onClose={() => leaving.reset?.()}
      />
    </Unsaved>
  );
}
