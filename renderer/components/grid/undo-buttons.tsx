import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import type { KeyboardEvent, SyntheticEvent } from 'react';
import { t } from '../../language/text.ts';

/** Changes that can be taken back. */
export interface Undoable {
  canUndo: boolean;
  canRedo: boolean;
  undo(): void;
  redo(): void;
}

export function UndoButtons({ edits }: { edits: Undoable }) {
  return (
    <>
      <Button
        variant="default"
        disabled={!edits.canUndo}
        onClick={edits.undo}
        aria-label={t('Undo')}
        title={t('Ctrl+{key}', { key: 'Z' })}
      >
        <IconArrowBackUp size={15} aria-hidden />
      </Button>
      <Button
        variant="default"
        disabled={!edits.canRedo}
        onClick={edits.redo}
        aria-label={t('Redo')}
        title={t('Ctrl+{key}', { key: 'Y' })}
      >
        <IconArrowForwardUp size={15} aria-hidden />
      </Button>
    </>
  );
}

/** Whether a text is typed where an event came from; a box that is ticked is no field. */
export function isTypedInto(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type !== 'checkbox';
}

/** Whether an event came from a dialog that lies over what listens: React has it pass through there. */
export function isFromAbove({ currentTarget, target }: SyntheticEvent): boolean {
  return !(target instanceof Node && currentTarget.contains(target));
}

/** Their keys, but in fields, which take back what was typed there. */
export function undoByKey(event: KeyboardEvent, edits: Undoable): void {
  if (!(event.ctrlKey || event.metaKey) || isTypedInto(event.target) || isFromAbove(event)) return;
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey) edits.undo();
  else if (key === 'y' || key === 'z') edits.redo();
  else return;
  event.preventDefault();
}
