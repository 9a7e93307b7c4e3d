import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ImportSummary } from '../../service/api/imports/import-schemas.ts';
import { t } from '../language/text.ts';
import classes from './import-list.module.css';
import { isWorking, sourceNames } from './import-words.ts';
import { ProgressLine } from './progress-reading.tsx';
import { StatusLabel } from './status-label.tsx';
import { momentText } from './time-words.ts';
import { TwoLines } from './two-lines.tsx';
import { VerdictMarks } from './verdict-marks.tsx';
import { VirtualList } from './virtual-list.tsx';

/** Pixels; every row has the same height, whatever its state. */
const rowHeight = 53;
const mostVisibleRows = 14;

interface LongImportListProps {
  imports: readonly ImportSummary[];
  /** Fetches what follows; undefined when there is nothing, or when it is on its way. */
  more: (() => void) | undefined;
}

/** As many imports as there are, drawn and fetched where they are seen. */
export function LongImportList({ imports, more }: LongImportListProps) {
  return (
    <VirtualList
      label={t('List of imports')}
      items={imports}
      rowHeight={rowHeight}
      keyOf={({ id }) => id}
      empty=""
      mostRows={mostVisibleRows}
      onEnd={more}
      testId="import-list"
    >
      {(summary) => <ImportRow summary={summary} />}
    </VirtualList>
  );
}

function ImportRow({ summary }: { summary: ImportSummary }) {
  const { owner, repo, vcs } = summary;
  return (
    <Link
      to={summary.status === 'complete' ? '/repositories/$owner/$repo' : '/imports/$owner/$repo'}
      params={{ owner, repo }}
      className={classes.row}
      data-testid={`import-${owner}/${repo}`}
    >
      <TwoLines name={`${owner}/${repo}`} details={summary.vcs_url} />
      <StatusLabel of={summary} />
      <span className={classes.right}>
        {isWorking(summary) ? (
          <ProgressLine of={summary} />
        ) : (
          <>
            {summary.verdict !== undefined && summary.status === 'complete' && (
              <VerdictMarks verdict={summary.verdict} />
            )}
            <Text size="xs" c="dimmed" truncate>
              {vcs !== null && `${sourceNames[vcs] ?? vcs} · `}
              {momentText(summary.finished_at ?? summary.started_at)}
            </Text>
          </>
        )}
      </span>
    </Link>
  );
}
