import type { ComponentProps } from 'react';
import classes from './row-checkbox.module.css';

interface RowCheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref' | 'className'> {
  /** Whether only some of what it stands for is chosen. */
  indeterminate?: boolean;
}

/** A checkbox without words, as all others look: one of Mantine's is eight components, and a table draws thirty with each frame that it scrolls. */
export function RowCheckbox({ indeterminate = false, ...input }: RowCheckboxProps) {
  return (
    <input
      {...input}
      ref={(element) => {
        if (element !== null) element.indeterminate = indeterminate;
      }}
      type="checkbox"
      className={classes.box}
    />
  );
}
