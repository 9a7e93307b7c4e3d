import { IconCheck } from '@tabler/icons-react';
import { t } from '../language/text.ts';
import classes from './step-rail.module.css';

interface StepRailProps {
  /** What the steps are of, for example `Steps of the import`. */
  label: string;
  steps: readonly string[];
  /** Index of the step that is shown. */
  current: number;
  /** Lets the person go back to a step before; absent where there is no way back. */
  onGoBack?: ((step: number) => void) | undefined;
  /** Steps ahead that may be opened before those between. */
  open?: readonly number[];
  /** The first step that one can go back to. */
  first?: number;
}

/** Where in the wizard one is. In a narrow window only the current step's name is written out, and those that one can go to. */
export function StepRail({ label, steps, current, onGoBack, open = [], first = 0 }: StepRailProps) {
  return (
    <nav aria-label={label} className={classes.rail}>
      <p className={classes.short}>
        {t('Step {current} of {steps}:', { current: current + 1, steps: steps.length })}{' '}
        <strong>{steps[current]}</strong>
      </p>
      <ol className={classes.steps}>
        {steps.map((step, index) => {
          const state = index < current ? 'done' : index === current ? 'current' : 'ahead';
          const mark = (
            <>
              <span className={classes.mark} aria-hidden>
                {state === 'done' ? <IconCheck size={12} stroke={2.5} /> : index + 1}
              </span>
              {step}
            </>
          );
          return (
            <li
              key={step}
              className={classes.step}
              data-state={state}
              aria-current={state === 'current' ? 'step' : undefined}
            >
              {((state === 'done' && index >= first) || (state === 'ahead' && open.includes(index))) && onGoBack ? (
                <button type="button" className={classes.button} onClick={() => onGoBack(index)}>
                  {mark}
                </button>
              ) : (
                <span className={classes.button}>{mark}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
