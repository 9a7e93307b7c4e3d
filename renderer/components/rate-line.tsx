import classes from './rate-line.module.css';

interface RateLineProps {
  /** Readings in equal distances, the latest last. */
  values: readonly number[];
  /** What they are, as a sentence. */
  label: string;
}

const WIDTH = 120;
const HEIGHT = 24;

/** How something went lately, as a small line; nothing before there are two readings. Its place is kept. */
export function RateLine({ values, label }: RateLineProps) {
  if (values.length < 2) return <span className={classes.place} style={{ width: WIDTH, height: HEIGHT }} aria-hidden />;
  const most = Math.max(...values, 1);
  const step = WIDTH / (values.length - 1);
  const points = values.map((value, index) => `${(index * step).toFixed(1)},${heightOf(value, most)}`).join(' ');
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={label} className={classes.place}>
      <title>{label}</title>
      <polygon points={`0,${HEIGHT} ${points} ${WIDTH},${HEIGHT}`} className={classes.area} />
      <polyline points={points} className={classes.line} />
    </svg>
  );
}

function heightOf(value: number, most: number): string {
  return (HEIGHT - 1 - (value / most) * (HEIGHT - 3)).toFixed(1);
}
