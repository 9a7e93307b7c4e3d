import { Tooltip } from '@mantine/core';
import type { RepositoryStatistics } from '../../../service/vocabulary/repository-statistics.ts';
import { bytesText } from '../../components/number-words.ts';
import { t } from '../../language/text.ts';
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
      aria-label={t('Sizes by type as areas. The largest is {type} with {bytes} of {whole}.', {
        type: nameOf(largest?.type ?? ''),
        bytes: bytesText(largest?.bytes ?? 0),
        whole: bytesText(bytes),
      })}
      data-testid="type-map"
    >
      {shown.map(({ type, bytes: size, files }, index) => {
        const area = areas[index];
        if (area === undefined) return null;
        const roomy = area.width > LEAST_WIDTH && area.height > LEAST_HEIGHT;
        return (
          <Tooltip
            key={type}
            label={t('{type}: {size} in {files, plural, one {# file} other {# files}}', {
              type: nameOf(type),
              size: bytesText(size),
              files,
            })}
          >
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
  return type === '' ? t('without an end') : `.${type}`;
}
