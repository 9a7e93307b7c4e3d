import { Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Work } from '../../../service/api/work/work-schemas.ts';
import { useArchiveProgress, useImportProgress, useImportRates } from '../../api/live-progress.ts';
import { countedText } from '../../components/import-words.ts';
import { percentText } from '../../components/number-words.ts';
import { RateLine } from '../../components/rate-line.tsx';
import { timeLeftText } from '../../components/time-words.ts';
import { Truncated } from '../../components/truncated.tsx';
import { workTitle } from '../../components/work-words.ts';
import { t } from '../../language/text.ts';
import classes from './running-work.module.css';

/** Most rows; the drawer of Activity has all. */
const mostRows = 6;

/** What runs and waits, with how fast it is and how long it will take. */
export function RunningWork({ work }: { work: readonly Work[] }) {
  return (
    <ul className={classes.list} aria-label={t('Running')}>
      {work.slice(0, mostRows).map((row) => (
        <Row key={row.key} work={row} />
      ))}
      {work.length > mostRows && (
        <li className={classes.more}>{t('and {work, number} more in Activity', { work: work.length - mostRows })}</li>
      )}
    </ul>
  );
}

function Row({ work }: { work: Work }) {
  const { kind, id, owner, repo } = work;
  const isImport = kind === 'import' || kind === 'update';
  const imported = useImportProgress(isImport ? id : 0);
  const archived = useArchiveProgress(kind === 'restore' ? `restore:${id}` : `migration:${kind === 'export' ? id : 0}`);
  const rates = useImportRates(isImport ? id : 0);
  const live = isImport ? imported : archived;
  const percent = Math.floor(live?.percent ?? work.percent ?? 0);
  const left = imported?.seconds_left == null ? '' : timeLeftText(imported.seconds_left);
  const speed =
    imported?.rate == null || imported.unit === 'bytes'
      ? ''
      : t('{rate} per second', { rate: countedText(Math.round(imported.rate), imported.unit) });
  const title = workTitle(work);
  const waiting = work.state === 'waiting';
  return (
    <li className={classes.row} data-testid={kind === 'import' ? `import-${owner}/${repo}` : `running-${kind}`}>
      <span className={classes.words}>
        <Place work={work}>
          <Truncated text={title} />
        </Place>
        <Text component="span" size="xs" c="dimmed" className={classes.text}>
          <Truncated text={waiting ? work.text : (live?.status_text ?? work.text)} />
        </Text>
      </span>
      <RateLine values={rates} label={t('Speed over the last minute, now {speed}', { speed })} />
      <span className={classes.amount}>
        <Progress value={percent} size={6} aria-label={t('Progress: {title}', { title })} transitionDuration={150} />
        <Text component="span" size="xs" c="dimmed" className={classes.numbers}>
          {[percentText(percent), left].filter(Boolean).join(' · ')}
        </Text>
      </span>
    </li>
  );
}

function Place({ work, children }: { work: Work; children: React.ReactNode }) {
  const { kind, id } = work;
  const owner = work.owner ?? '';
  const repo = work.repo ?? '';
  const className = classes.title ?? '';
  if (kind === 'restore')
    return (
      <Link to="/archives/restores/$id" params={{ id: String(id) }} className={className}>
        {children}
      </Link>
    );
  if (kind === 'export')
    return (
      <Link to="/migrations/$owner/$id" params={{ owner, id: String(id) }} className={className}>
        {children}
      </Link>
    );
  const to = kind === 'import' ? '/imports/$owner/$repo' : '/repositories/$owner/$repo';
  return (
    <Link to={to} params={{ owner, repo }} className={className}>
      {children}
    </Link>
  );
}
