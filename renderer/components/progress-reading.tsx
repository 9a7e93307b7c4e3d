import { Group, Progress, Stack, Text } from '@mantine/core';
import type { Import } from '../../service/api/imports/import-schemas.ts';
import type { ToldImportProgress } from '../../service/vocabulary/progress.ts';
import { useImportProgress } from '../api/live-progress.ts';
import { t } from '../language/text.ts';
import { countedText, type ImportState, statusWords } from './import-words.ts';
import { bytesText, numberText, percentText } from './number-words.ts';
import classes from './progress-reading.module.css';
import { timeLeftText } from './time-words.ts';

/** The last reading of an import: what an event brought, else what the import itself says. */
export function useReading(record: Pick<Import, 'id' | 'status' | 'status_text' | 'percent'>) {
  const live = useImportProgress(record.id);
  const percent = record.status === 'complete' ? 100 : (live?.percent ?? record.percent ?? 0);
  return { live, percent: Math.floor(percent), text: readable(live?.status_text ?? record.status_text) };
}

function readable(text: string | null | undefined): string | null {
  return text ?? null;
}

type Shown = Pick<Import, 'id' | 'status_text' | 'percent'> & ImportState;

/** Percentage, what is happening, speed and time left. Its height never changes. */
export function ProgressReading({ of }: { of: Shown }) {
  const { live, percent, text } = useReading(of);
  const amount = live && live.done !== null ? amountText(live.done, live.total, live.unit) : '';
  const rate = live?.rate ? t('{rate} per second', { rate: rateText(live.rate, live.unit) }) : '';
  const left = live?.seconds_left != null ? timeLeftText(live.seconds_left) : '';
  return (
    <Stack gap={6} data-testid="progress">
      <Group justify="space-between" wrap="nowrap">
        <Text className={classes.line}>{text ?? statusWords(of).words}</Text>
        <Text fw={600} className={classes.number} data-testid="percent">
          {percentText(percent)}
        </Text>
      </Group>
      <Progress value={percent} size={8} aria-label={t('Progress of the import')} transitionDuration={150} />
      <Text c="dimmed" size="xs" className={`${classes.line} ${classes.number}`}>
        {[amount, rate, left].filter((part) => part !== '').join(' · ') || '\u00a0'}
      </Text>
    </Stack>
  );
}

/** The same in one short line, for lists. */
export function ProgressLine({ of }: { of: Shown }) {
  const { percent, text } = useReading(of);
  return (
    <Stack gap={3}>
      <Progress value={percent} size={6} aria-label={t('Progress of the import')} transitionDuration={150} />
      <Text size="xs" c="dimmed" className={classes.line}>
        {percentText(percent)} · {text ?? statusWords(of).words}
      </Text>
    </Stack>
  );
}

type Unit = ToldImportProgress['unit'];

function amountText(done: number, total: number | null, unit: Unit): string {
  if (total !== null) {
    return t('{done} of {total}', {
      done: unit === 'bytes' ? bytesText(done) : numberText(done),
      total: unit === 'bytes' ? bytesText(total) : countedText(total, unit),
    });
  }
  return unit === 'bytes' ? bytesText(done) : countedText(done, unit);
}

function rateText(rate: number, unit: Unit): string {
  return unit === 'bytes' ? bytesText(rate) : countedText(Math.round(rate), unit);
}
