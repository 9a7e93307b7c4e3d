import { Link } from '@tanstack/react-router';
import { memo, useState } from 'react';
import type { RepositorySummary } from '../../../service/api/organizations/repository-summaries.ts';
import { useOverview } from '../../api/overview.ts';
import { RowCheckbox } from '../../components/grid/row-checkbox.tsx';
import { Hinted } from '../../components/hinted.tsx';
import { LockMark } from '../../components/lock-mark.tsx';
import { bytesText } from '../../components/number-words.ts';
import { momentText } from '../../components/time-words.ts';
import { Truncated } from '../../components/truncated.tsx';
import { VerdictIcon, verdictParts } from '../../components/verdict-marks.tsx';
import { YearBars } from '../../components/year-bars.tsx';
import { t } from '../../language/text.ts';
import classes from './repositories-table.module.css';
import { remoteWords, sourceWords } from './repository-filter.ts';
import type { RowMenuPlace } from './row-menu.tsx';

interface RepositoryRowProps {
  row: RepositorySummary;
  /** Counts from 1, the head included. */
  index: number;
  /** Pixels. */
  top: number;
  height: number;
  chosen: boolean;
  /** Whether the list is being scrolled: nothing is asked about rows that pass. */
  passes: boolean;
  onChoose(id: number, chosen: boolean): void;
  /** Asks for the row's menu at a place of the window, in pixels. */
  onMenu(place: RowMenuPlace): void;
}

const partWords = { green: t('good'), amber: t('look at this'), red: t('wrong') } as const;

/** One repository; its name leads to its page. Drawn again only when it is another one: what is around it changes often. */
export const RepositoryRow = memo(function RepositoryRow(props: RepositoryRowProps) {
  const { row, index, top, height, chosen, passes, onChoose, onMenu } = props;
  const { owner, name, full_name, verdict, remotes, size, years } = row;
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: rows that are drawn where they are seen lie outside of a table's flow.
    // biome-ignore-start lint/a11y/useFocusableInteractive: nothing happens on a cell; what can be done is within it.
    <div
      role="row"
      aria-rowindex={index}
      className={`${classes.row} ${classes.body}`}
      style={{ transform: `translateY(${top}px)`, height }}
      onContextMenu={(event) => {
        event.preventDefault();
        // By the keyboard it is asked for at the link itself.
        const box = event.currentTarget.getBoundingClientRect();
        const byKey = event.clientX === 0 && event.clientY === 0;
        onMenu({ row, x: byKey ? box.left + 48 : event.clientX, y: byKey ? box.bottom : event.clientY });
      }}
      data-chosen={chosen || undefined}
      data-testid={`repository-${full_name}`}
    >
      <span role="cell" className={classes.check}>
        <RowCheckbox
          aria-label={t('Select {full_name}', { full_name })}
          checked={chosen}
          onChange={(event) => onChoose(row.id, event.currentTarget.checked)}
        />
      </span>
      <span role="cell" className={classes.name}>
        <Link to="/repositories/$owner/$repo" params={{ owner, repo: name }} className={classes.link}>
          <Truncated text={full_name} />
        </Link>
        <LockMark repository={row} />
      </span>
      <span role="cell" className={classes.source}>
        <Truncated text={sourceWords(row)} />
      </span>
      <span role="cell" className={classes.verdict}>
        {verdict === null ? (
          <span className={classes.nothing}>–</span>
        ) : (
          <Hinted
            hint={verdictParts.map(({ part, name: words }) => `${words}: ${partWords[verdict[part]]}`).join(' · ')}
            className={classes.marks}
            data-testid="verdict-marks"
          >
            {verdictParts.map(({ part, name: words }) => (
              <span key={part} className={classes.mark} data-part={part} data-state={verdict[part]}>
                <VerdictIcon state={verdict[part]} size={14} name={words} />
              </span>
            ))}
          </Hinted>
        )}
      </span>
      <span role="cell" className={classes.commits}>
        {years === null && size > 0 ? (
          <CountedYears owner={owner} repo={name} passes={passes} />
        ) : (
          <YearBars years={years ?? []} />
        )}
      </span>
      <span role="cell" className={classes.size}>
        {size === 0 ? t('Empty') : bytesText(size * 1024)}
      </span>
      <span role="cell" className={classes.changed}>
        {momentText(row.pushed_at)}
      </span>
      <span role="cell" className={classes.remotes}>
        <Remotes remotes={remotes} />
      </span>
    </div>
    // biome-ignore-end lint/a11y/useFocusableInteractive: as above.
    // biome-ignore-end lint/a11y/useSemanticElements: as above.
  );
});

interface CountedYearsProps {
  owner: string;
  repo: string;
  passes: boolean;
}

/** The bars of a repository that nobody has counted yet: it is counted once its row stays where it is seen. */
function CountedYears({ owner, repo, passes }: CountedYearsProps) {
  const [stayed, setStayed] = useState(!passes);
  if (!stayed && !passes) setStayed(true);
  const overview = useOverview(owner, repo, stayed).data;
  if (overview === undefined || overview.statistics_state === 'counting')
    return <span className={classes.nothing}>{t('Counting…')}</span>;
  const months = overview.statistics?.months ?? [];
  const years = new Map<number, number>();
  for (const { month, commits } of months) {
    const year = Number(month.slice(0, 4));
    years.set(year, (years.get(year) ?? 0) + commits);
  }
  return <YearBars years={[...years]} />;
}

function Remotes({ remotes }: Pick<RepositorySummary, 'remotes'>) {
  const [first, ...more] = remotes;
  if (first === undefined) return <span className={classes.nothing}>–</span>;
  const words = remoteWords(first.remote_url);
  const older = remotes.some(({ is_older }) => is_older);
  return (
    <Hinted
      hint={remotes
        .map(
          ({ remote_url, is_older }) => `${remote_url}: ${is_older ? t('changed since it was pushed') : t('pushed')}`,
        )
        .join('\n')}
      lines
      className={classes.remote}
      data-older={older || undefined}
    >
      <span className={classes.remoteName}>{words}</span>
      {more.length > 0 && <span className={classes.more}>+{more.length}</span>}
      {older && <span className={classes.older}>{t('Changed since')}</span>}
    </Hinted>
  );
}
