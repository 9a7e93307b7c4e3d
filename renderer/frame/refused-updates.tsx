import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { StateLabel } from '../components/status-label.tsx';
import { momentText } from '../components/time-words.ts';
import { Truncated } from '../components/truncated.tsx';
import { workTitle } from '../components/work-words.ts';
import { t } from '../language/text.ts';
import { type RefusedUpdate, useActivity } from '../stores/activity.ts';
import classes from './activity-drawer.module.css';
import { MeasuredRows } from './measured-rows.tsx';

interface RefusedUpdatesProps {
  scroller: HTMLElement;
  /** The row's own screen is opened. */
  onFollow(): void;
}

/** Repositories of many that were not brought up to date, and why; nothing where there are none. */
export function RefusedUpdates({ scroller, onFollow }: RefusedUpdatesProps) {
  const { refused, forgetRefused } = useActivity();
  if (refused.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label={t('Refused')}>
      <Group justify="space-between" mih={22}>
        <Title order={3}>{t('Refused')}</Title>
        <Button variant="subtle" size="compact-xs" onClick={forgetRefused} aria-label={t('Clear what was refused')}>
          {t('Clear')}
        </Button>
      </Group>
      <MeasuredRows
        label={t('Refused')}
        rows={refused}
        keyOf={({ owner, repo }) => `${owner}/${repo}`}
        scroller={scroller}
      >
        {(row) => <RefusedRow row={row} onFollow={onFollow} />}
      </MeasuredRows>
    </Stack>
  );
}

function RefusedRow({ row, onFollow }: { row: RefusedUpdate; onFollow(): void }) {
  const { owner, repo, sentence, at } = row;
  return (
    <div className={classes.row} data-testid="refused-update">
      <Stack gap={4}>
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <Link
            to="/repositories/$owner/$repo"
            params={{ owner, repo }}
            className={classes.title ?? ''}
            onClick={onFollow}
          >
            <Truncated text={workTitle({ kind: 'update', owner, repo, place: null, id: 0 })} />
          </Link>
          <StateLabel words={t('Refused')} tone="bad" state="refused" testId="refused-state" />
        </Group>
        <Text size="xs" c="dimmed" className={classes.text}>
          {`${sentence} · ${momentText(at)}`}
        </Text>
      </Stack>
    </div>
  );
}
