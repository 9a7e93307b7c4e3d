import { Button, Text } from '@mantine/core';
import { IconPackageExport, IconRefresh, IconUpload } from '@tabler/icons-react';
import type { RepositorySummary } from '../../../service/api/organizations/repository-summaries.ts';
import { t } from '../../language/text.ts';
import classes from './repositories-table.module.css';
import { useRepositoryActions } from './use-repository-actions.tsx';

interface BulkBarProps {
  selected: readonly RepositorySummary[];
  /** How many of them the filters do not show. */
  hidden: number;
  onClear(): void;
  onPush(names: readonly string[]): void;
  /** An action was begun for all but these: they stay chosen, to be found again. */
  onBegun(refused: readonly RepositorySummary[]): void;
}

/** What can be done to all chosen repositories at once. */
export function BulkBar({ selected, hidden, onClear, onPush, onBegun }: BulkBarProps) {
  const actions = useRepositoryActions(selected, onPush, onBegun);
  const { pushable, updatable, ofOneOwner } = actions;
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('Chosen repositories')} data-testid="bulk-bar">
      <Text fw={600} role="status">
        {t('{repositories, plural, one {# repository} other {# repositories}} chosen', {
          repositories: selected.length,
        })}
      </Text>
      <Button
        variant="default"
        leftSection={<IconUpload size={15} aria-hidden />}
        disabled={pushable.length === 0}
        onClick={actions.push}
      >
        {t('Push…')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconRefresh size={15} aria-hidden />}
        disabled={updatable.length === 0}
        loading={actions.busy}
        onClick={actions.bringUpToDate}
      >
        {t('Bring up to date')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPackageExport size={15} aria-hidden />}
        disabled={!actions.mayExport}
        onClick={actions.exportThem}
      >
        {t('Export…')}
      </Button>
      <Button variant="subtle" onClick={onClear}>
        {t('Choose none')}
      </Button>
      <Text size="xs" c="dimmed">
        {hint(hidden, selected.length - updatable.length, selected.length - pushable.length, ofOneOwner)}
      </Text>
    </div>
  );
}

/** Why some of it is not for all of them. */
function hint(hidden: number, notUpdatable: number, empty: number, ofOneOwner: boolean): string {
  return [
    hidden > 0
      ? t('{hidden, plural, one {# of them is} other {# of them are}} not shown, as the filters leave them out.', {
          hidden,
        })
      : '',
    notUpdatable > 0 ? t('{notUpdatable, number} of them came from no finished import.', { notUpdatable }) : '',
    empty > 0 ? t('{empty, plural, one {# of them is empty.} other {# of them are empty.}}', { empty }) : '',
    ofOneOwner ? '' : t('One export takes the repositories of one owner.'),
  ]
    .filter(Boolean)
    .join(' ');
}
