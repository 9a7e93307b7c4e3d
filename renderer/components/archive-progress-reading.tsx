import { Group, Progress, Stack, Text } from '@mantine/core';
import type { ToldArchiveProgress } from '../../service/vocabulary/progress.ts';
import type { ArchiveJob } from '../api/archive-job.ts';
import { useArchiveProgress } from '../api/live-progress.ts';
import { t } from '../language/text.ts';
import { bytesText, percentText } from './number-words.ts';
import classes from './progress-reading.module.css';
import { timeLeftText } from './time-words.ts';

interface ArchiveProgressProps {
  job: ArchiveJob;
  /** What the last answer of the engine said; an event may know more. */
  stored: ToldArchiveProgress | null;
  label: string;
}

/** How far an export, a reading or a restore is. Its height never changes. */
export function ArchiveProgressReading({ job, stored, label }: ArchiveProgressProps) {
  const live = useArchiveProgress(job) ?? stored;
  const percent = Math.floor(live?.percent ?? 0);
  return (
    <Stack gap={6} data-testid="archive-progress">
      <Group justify="space-between" wrap="nowrap">
        <Text className={classes.line}>{live ? live.status_text : t('Starting')}</Text>
        <Text fw={600} className={classes.number} data-testid="percent">
          {percentText(percent)}
        </Text>
      </Group>
      <Progress value={percent} size={8} aria-label={label} transitionDuration={150} />
      <Text c="dimmed" size="xs" className={`${classes.line} ${classes.number}`}>
        {live === null ? '\u00a0' : amountText(live)}
      </Text>
    </Stack>
  );
}

function amountText({ bytes_done, bytes_total, rate }: ToldArchiveProgress): string {
  const amount =
    bytes_total === null
      ? bytesText(bytes_done)
      : t('{bytes_done} of {bytes_total}', { bytes_done: bytesText(bytes_done), bytes_total: bytesText(bytes_total) });
  const speed = rate ? t('{rate} per second', { rate: bytesText(rate) }) : '';
  const left =
    rate && bytes_total !== null && bytes_total > bytes_done ? timeLeftText((bytes_total - bytes_done) / rate) : '';
  return [bytes_done > 0 ? amount : '', speed, left].filter((part) => part !== '').join(' · ') || '\u00a0';
}
