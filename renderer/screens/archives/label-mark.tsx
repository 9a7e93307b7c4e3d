import classes from './label-mark.module.css';

/** A label: its colour as a dot, its name as text, so that any colour can be read. */
export function LabelMark({ label }: { label: { name: string; color: string } }) {
  const color = /^[\da-f]{6}$/i.test(label.color) ? `#${label.color}` : 'var(--mantine-color-dimmed)';
  return (
    <span className={classes.label}>
      <span className={classes.dot} style={{ background: color }} aria-hidden />
      {label.name}
    </span>
  );
}
