import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ImportSummary } from '../../service/api/imports/import-schemas.ts';
import classes from './import-list.module.css';
import { isWorking, momentText, sourceNames } from './import-words.ts';
import { ProgressLine } from './progress-reading.tsx';
import { StatusLabel } from './status-label.tsx';
import { TwoLines } from './two-lines.tsx';

/** Imports as rows that lead to their wizard. Every row has the same height, whatever its state. */
export function ImportList({ imports }: { imports: readonly ImportSummary[] }) {
  return (
    <ul className={classes.list} data-testid="import-list">
      {imports.map((one) => (
        <li key={one.id}>
          <Link
            to="/imports/$owner/$repo"
            params={{ owner: one.owner, repo: one.repo }}
            className={classes.row}
            data-testid={`import-${one.owner}/${one.repo}`}
          >
            <TwoLines name={`${one.owner}/${one.repo}`} details={one.vcs_url} />
            <StatusLabel of={one} />
            <span className={classes.right}>
              {isWorking(one) ? (
                <ProgressLine of={one} />
              ) : (
                <Text size="xs" c="dimmed" truncate>
                  {one.vcs !== null && `${sourceNames[one.vcs] ?? one.vcs} · `}
                  {momentText(one.finished_at ?? one.started_at)}
                </Text>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
