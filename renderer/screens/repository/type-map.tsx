import { Tooltip } from '@mantine/core';
import type { RepositoryStatistics } from '../../../service/vocabulary/repository-statistics.ts';
import { bytesText, countText } from '../../components/number-words.ts';
import { treemap } from './treemap.ts';
import classes from './type-map.module.css';

const WIDTH = 500;
const HEIGHT = 260;
/** Areas that are smaller have no words in them. */
const LEAST_WIDTH = 58;
const LEAST_HEIGHT = 30;

/** Sizes by type as areas; the table beside it has the numbers. */
export function TypeMap({ types, bytes }: Pick<RepositoryStatistics, 'types' | 'bytes'>) {
  const shown = types.filter((type) => type.bytes > 0);
  if (shown.length < 2) return null;
  const areas = treemap(
    shown.map((type) => type.bytes),
    { x: 0, y: 0, width: WIDTH, height: HEIGHT },
  );
  const [largest] = shown;
  return (
    <div
      className={classes.map}
      role="img"
      aria-label={`Sizes by type as areas. The largest is ${nameOf(largest?.type ?? '')} with ${bytesText(largest?.bytes ?? 0)} of ${bytesText(bytes)}.`}
      data-testid="type-map"
    >
      {shown.map(({ type, bytes: size, files }, index) => {
        const area = areas[index];
        if (area === undefined) return null;
        const roomy = area.width > LEAST_WIDTH && area.height > LEAST_HEIGHT;
        return (
          <Tooltip key={type} label={`${nameOf(type)}: ${bytesText(size)} in ${countText(files, 'file')}`}>
            <div
              className={classes.area}
              style={{
                left: `${(area.x / WIDTH) * 100}%`,
                top: `${(area.y / HEIGHT) * 100}%`,
                width: `${(area.width / WIDTH) * 100}%`,
                height: `${(area.height / HEIGHT) * 100}%`,
              }}
            >
              {roomy && (
                <>
                  <span className={classes.name}>{nameOf(type)}</span>
                  <span className={classes.size}>{bytesText(size)}</span>
                </>
              )}
            </div>
          </Tooltip>
        );
      })}
    </div>
  );
}

function nameOf(type: string): string {
  return type === '' ? 'without an end' : `.${type}`;
}
