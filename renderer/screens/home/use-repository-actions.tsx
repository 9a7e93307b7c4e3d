import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { RepositorySummary } from '../../../service/api/organizations/repository-summaries.ts';
import { bringAllUpToDate } from '../../api/imports.ts';
import { shownInPlace } from '../../api/query-client.ts';
import { useOwners } from '../../api/repositories.ts';
import { useActivity } from '../../stores/activity.ts';
import { useMigrationDraft } from '../../stores/migration-draft.ts';
import { refusedText } from './refused-words.ts';

interface RepositoryActions {
  /** Those that an action is for; the rest is left out. */
  pushable: readonly RepositorySummary[];
  updatable: readonly RepositorySummary[];
  ofOneOwner: boolean;
  mayExport: boolean;
  busy: boolean;
  push(): void;
  bringUpToDate(): void;
  exportThem(): void;
}

/**
 * What can be done with repositories of the table, one or many.
 * @param onPush asks where those of these full names are to be pushed
 * @param onDone told what was refused when all else was begun
 */
export function useRepositoryActions(
  selected: readonly RepositorySummary[],
  onPush: (names: readonly string[]) => void,
  onDone: (refused: readonly RepositorySummary[]) => void = () => undefined,
): RepositoryActions {
  const navigate = useNavigate();
  const prepare = useMigrationDraft((draft) => draft.change);
  const owners = useOwners().data?.owned ?? [];
  const pushable = selected.filter(({ size }) => size > 0);
  const updatable = selected.filter((row) => row.import?.status === 'complete');
  const owner = selected[0]?.owner ?? '';
  const ofOneOwner = selected.every((row) => row.owner === owner);
  const update = useMutation({
    meta: shownInPlace,
    mutationFn: () => bringAllUpToDate(updatable),
    onSuccess: (refused) => {
      const { open, noteRefused } = useActivity.getState();
      const at = new Date().toISOString();
      // The message is gone in moments: of hundreds, those that were refused are looked for a day later.
      noteRefused(
        updatable.length > 1
          ? refused.map(({ item, sentence }) => ({ owner: item.owner, repo: item.name, sentence, at }))
          : [],
        updatable.map(({ full_name }) => full_name),
      );
      open();
      onDone(refused.map(({ item }) => item));
      if (refused.length > 0) notifications.show({ color: 'red', autoClose: 20_000, message: refusedText(refused) });
    },
  });
  return {
    ...{ pushable, updatable, ofOneOwner },
    mayExport: selected.length > 0 && ofOneOwner && owners.includes(owner),
    busy: update.isPending,
    push: () => onPush(pushable.map(({ full_name }) => full_name)),
    bringUpToDate: () => update.mutate(),
    exportThem: () => {
      prepare({ step: 'options', owner, repositories: selected.map(({ full_name }) => full_name) });
      void navigate({ to: '/migrations/new' });
    },
  };
}
