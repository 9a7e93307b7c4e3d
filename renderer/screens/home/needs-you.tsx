import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useId, useState } from 'react';
import type { ImportSummary } from '../../../service/api/imports/import-schemas.ts';
import type { Work } from '../../../service/api/work/work-schemas.ts';
import { StateLabel, StatusLabel } from '../../components/status-label.tsx';
import { TwoLines } from '../../components/two-lines.tsx';
import { workState, workTitle } from '../../components/work-words.ts';
import { t } from '../../language/text.ts';
import classes from './needs-you.module.css';

// Each is asked for with a button: the window's start reads neither.
const ImportProblem = lazy(async () => ({ default: (await import('../imports/import-problem.tsx')).ImportProblem }));
const LastUpdateNotice = lazy(async () => ({
  default: (await import('../imports/last-update-notice.tsx')).LastUpdateNotice,
}));

interface NeedsYouProps {
  /** Those that wait for a person, or stopped. */
  imports: readonly ImportSummary[];
  /** Pushes that ask something. */
  pushes: readonly Work[];
  /** Fetches imports that follow; null when there are none. */
  more: { fetch(): void; busy: boolean } | null;
  onAnswer(push: Work): void;
}

/** What comes after them, the table of repositories among it, is still to be seen. */
const mostRows = 5;

/** What goes on only when a person has answered, each with its question in place. */
export function NeedsYou({ imports, pushes, more, onAnswer }: NeedsYouProps) {
  const [unfolded, setUnfolded] = useState(false);
  const count = imports.length + pushes.length;
  const isLong = count > mostRows + 1 || more !== null;
  const shown = isLong && !unfolded ? mostRows : count;
  return (
    <ul className={classes.list} aria-label={t('Needs you')} data-testid="needs-you">
      {imports.slice(0, shown).map((record) => (
        <Asking key={record.id} record={record} />
      ))}
      {unfolded && more !== null && (
        <li className={classes.entry}>
          <Button variant="subtle" loading={more.busy} onClick={more.fetch}>
            {t('Show more imports')}
          </Button>
        </li>
      )}
      {pushes.slice(0, Math.max(0, shown - imports.length)).map((work) => (
        <AskingPush key={work.key} work={work} onAnswer={() => onAnswer(work)} />
      ))}
      {isLong && (
        <li className={classes.entry}>
          <Button variant="subtle" onClick={() => setUnfolded(!unfolded)} aria-expanded={unfolded}>
            {unfolded
              ? t('Show fewer')
              : more === null
                ? t('Show all {count, number}', { count })
                : t('Show all, more than {count, number}', { count })}
          </Button>
        </li>
      )}
    </ul>
  );
}

function Asking({ record }: { record: ImportSummary }) {
  const [opened, setOpened] = useState(false);
  const answer = useId();
  const { owner, repo, status, vcs, last_update } = record;
  const complete = status === 'complete';
  const ready = record.waiting_for_release;
  // An update that waits says what for.
  const asks = ready && record.updating === true;
  return (
    <li className={classes.entry} data-testid={`import-${owner}/${repo}`}>
      <div className={classes.line}>
        <Link
          to={complete ? '/repositories/$owner/$repo' : '/imports/$owner/$repo'}
          params={{ owner, repo }}
          className={classes.name}
        >
          <TwoLines
            name={`${owner}/${repo}`}
            details={
              record.error_message ?? last_update?.message ?? (asks ? (record.status_text ?? '') : heldDetails(record))
            }
          />
        </Link>
        {complete ? (
          <StateLabel words={t('Update asks')} tone="attention" state={status} testId="import-status" />
        ) : (
          <StatusLabel of={record} />
        )}
        {ready ? (
          <Button component={Link} to="/imports/$owner/$repo" params={{ owner, repo } as never} flex="none">
            {t('Check and publish')}
          </Button>
        ) : (
          <Button
            variant="default"
            flex="none"
            onClick={() => setOpened(!opened)}
            aria-expanded={opened}
            {...(opened ? { 'aria-controls': answer } : {})}
            aria-label={`${opened ? t('Close') : t('Answer')}: ${owner}/${repo}`}
          >
            {opened ? t('Close') : t('Answer…')}
          </Button>
        )}
      </div>
      {opened && (
        <div className={classes.answer} id={answer}>
          <Suspense>
            {complete && last_update !== undefined ? (
              <LastUpdateNotice owner={owner} repo={repo} vcs={vcs} layout={record.layout} last={last_update} />
            ) : (
              <ImportProblem owner={owner} repo={repo} record={record} />
            )}
          </Suspense>
        </div>
      )}
    </li>
  );
}

/** What to know of an import before it is opened: what would be missing, else where it comes from. */
function heldDetails({ outcome, vcs_url }: ImportSummary): string {
  return outcome?.complete?.state === 'red' ? outcome.complete.text : vcs_url;
}

function AskingPush({ work, onAnswer }: { work: Work; onAnswer(): void }) {
  const owner = work.owner ?? '';
  const repo = work.repo ?? '';
  const { words, tone } = workState(work);
  return (
    <li className={classes.entry} data-testid="asking-push">
      <div className={classes.line}>
        <Link to="/repositories/$owner/$repo" params={{ owner, repo }} className={classes.name}>
          <TwoLines name={workTitle(work)} details={work.text} />
        </Link>
        <StateLabel words={words} tone={tone} state={work.state} testId="push-state" />
        <Button
          variant="default"
          flex="none"
          onClick={onAnswer}
          aria-label={t('Answer: {work}', { work: workTitle(work) })}
        >
          {t('Answer…')}
        </Button>
      </div>
      {work.place !== null && (
        <Text size="xs" c="dimmed" className={classes.place}>
          {work.place}
        </Text>
      )}
    </li>
  );
}
