import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Work } from '../../service/api/work/work-schemas.ts';
import { useArchiveProgress, useImportProgress } from '../api/live-progress.ts';
import { errorPageOf } from '../components/error-pages.ts';
import { MoreAbout } from '../components/more-about.tsx';
import { percentText } from '../components/number-words.ts';
import { StateLabel } from '../components/status-label.tsx';
import { momentText } from '../components/time-words.ts';
import { Truncated } from '../components/truncated.tsx';
import { workState, workTitle } from '../components/work-words.ts';
import { t } from '../language/text.ts';
import classes from './activity-drawer.module.css';

interface WorkRowProps {
  work: Work;
  busy: boolean;
  onStop(): void;
  onAgain(): void;
  /** Answers the question of a push. */
  onAnswer(): void;
  /** The row's own screen is opened. */
  onFollow(): void;
}

/** One piece of work: what it is, how far it is, and what can be done about it. */
export function WorkRow({ work, busy, onStop, onAgain, onAnswer, onFollow }: WorkRowProps) {
  const live = useLive(work);
  const { words, tone } = workState(work);
  // What was done well is said by its state.
  const says = work.state !== 'done' || work.warns === true;
  const working = work.state === 'running' || work.state === 'waiting';
  const title = workTitle(work);
  return (
    <div className={classes.row} data-testid={`work-${work.kind}`} data-state={work.state}>
      <Stack gap={4}>
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <Place work={work} onFollow={onFollow}>
            <Truncated text={title} />
          </Place>
          <StateLabel words={words} tone={tone} state={work.state} testId="work-state" />
        </Group>
        {work.place !== null && work.kind !== 'restore' && (
          <Text size="xs" c="dimmed" component="div">
            <Truncated text={work.place} keep="end" />
          </Text>
        )}
        {work.state === 'running' && live.percent !== null && (
          <Progress value={live.percent} size="sm" aria-label={t('Progress: {title}', { title })} />
        )}
        <Group justify="space-between" align="flex-end" wrap="nowrap" gap="sm">
          <Text size="xs" c="dimmed" className={classes.text}>
            {work.state === 'running' && live.percent !== null && `${percentText(Math.floor(live.percent))} · `}
            {says ? live.text : ''}
            {work.ended_at !== null && `${says ? ' · ' : ''}${momentText(work.ended_at)}`}
          </Text>
          {(work.state === 'failed' || (work.state === 'needs_you' && work.failure !== null)) && (
            <MoreAbout page={errorPageOf(work.failure)} about={title} />
          )}
          {working && (
            <Button
              variant="default"
              size="compact-xs"
              flex="none"
              onClick={onStop}
              aria-label={t('Stop: {title}', { title })}
            >
              {t('Stop')}
            </Button>
          )}
          {work.again && (
            <Button
              variant="default"
              size="compact-xs"
              flex="none"
              disabled={busy}
              onClick={onAgain}
              aria-label={t('Try again: {title}', { title })}
            >
              {t('Try again')}
            </Button>
          )}
          {work.state === 'needs_you' && work.kind === 'push' && (
            <Button size="compact-xs" flex="none" onClick={onAnswer} aria-label={t('Answer: {title}', { title })}>
              {t('Answer…')}
            </Button>
          )}
        </Group>
      </Stack>
    </div>
  );
}

/** The reading that events bring, where they bring one; else what the row says. */
function useLive({ kind, id, percent, text, state }: Work): { percent: number | null; text: string } {
  const imported = useImportProgress(kind === 'import' || kind === 'update' ? id : 0);
  const archived = useArchiveProgress(kind === 'restore' ? `restore:${id}` : `migration:${kind === 'export' ? id : 0}`);
  const live = kind === 'import' || kind === 'update' ? imported : archived;
  if (state !== 'running' || live === null) return { percent, text };
  return { percent: live.percent, text: live.status_text };
}

/** The way to the screen of the work. */
function Place({ work, onFollow, children }: { work: Work; onFollow(): void; children: ReactNode }) {
  const { kind, id, owner, repo } = work;
  const toRepository = work.kind === 'push' || work.kind === 'update' || work.state === 'done';
  const looks = { className: classes.title ?? '', onClick: onFollow };
  if (kind === 'restore') {
    return (
      <Link to="/archives/restores/$id" params={{ id: String(id) }} {...looks}>
        {children}
      </Link>
    );
  }
  if (kind === 'export') {
    return (
      <Link to="/migrations/$owner/$id" params={{ owner: owner ?? '', id: String(id) }} {...looks}>
        {children}
      </Link>
    );
  }
  return (
    <Link
      to={toRepository ? '/repositories/$owner/$repo' : '/imports/$owner/$repo'}
      params={{ owner: owner ?? '', repo: repo ?? '' }}
      {...looks}
    >
      {children}
    </Link>
  );
}
