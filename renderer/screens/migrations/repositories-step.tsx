import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { RepositorySummary } from '../../../service/api/organizations/repository-summaries.ts';
import { useMeasuredSizes } from '../../api/repositories.ts';
import { LockMark } from '../../components/lock-mark.tsx';
import { bytesText } from '../../components/number-words.ts';
import { FocusedTitle } from '../../components/page.tsx';
import { Truncated } from '../../components/truncated.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { t } from '../../language/text.ts';
import { useMigrationDraft } from '../../stores/migration-draft.ts';
import classes from './repositories-step.module.css';

interface RepositoriesStepProps {
  owner: string;
  repositories: readonly RepositorySummary[];
}

const rowHeight = 34;

/** Step 2: which repositories, found by name, one by one or all at once. */
export function RepositoriesStep({ owner, repositories }: RepositoriesStepProps) {
  const draft = useMigrationDraft();
  const [search, setSearch] = useState('');
  const chosen = useMemo(() => new Set(draft.repositories), [draft.repositories]);
  const shown = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return wanted === ''
      ? repositories
      : repositories.filter((repository) => repository.name.toLowerCase().includes(wanted));
  }, [repositories, search]);
  const chosenShown = shown.filter((repository) => chosen.has(repository.full_name)).length;
  const all = shown.length > 0 && chosenShown === shown.length;
  const set = (names: Set<string>) =>
    draft.change({
      repositories: repositories.map((repository) => repository.full_name).filter((name) => names.has(name)),
    });
  const toggle = (names: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const name of names) on ? next.add(name) : next.delete(name);
    set(next);
  };
  const bytesOf = useBytes(owner);
  const size = repositories
    .filter((repository) => chosen.has(repository.full_name))
    .reduce((sum, one) => sum + bytesOf(one), 0);
  return (
    <div className={classes.step} data-testid="step-repositories">
      <FocusedTitle order={2}>{t('Which repositories?')}</FocusedTitle>
      <Group gap="md" wrap="wrap">
        <TextInput
          aria-label={t('Search repositories')}
          placeholder={t('Search {repositories, plural, one {# repository} other {# repositories}}', {
            repositories: repositories.length,
          })}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          w={280}
        />
        <Checkbox
          label={
            search.trim() === ''
              ? t('All')
              : t('All {repositories, plural, one {# repository} other {# repositories}} found', {
                  repositories: shown.length,
                })
          }
          checked={all}
          indeterminate={chosenShown > 0 && !all}
          disabled={shown.length === 0}
          onChange={() =>
            toggle(
              shown.map((repository) => repository.full_name),
              !all,
            )
          }
        />
      </Group>
      <VirtualList
        label={t('Repositories to choose from')}
        items={shown}
        rowHeight={rowHeight}
        keyOf={(repository) => repository.id}
        empty={
          repositories.length === 0
            ? t('{owner} has no repositories yet. Import one first.', { owner })
            : t('No repository of {owner} has “{search}” in its name.', { owner, search })
        }
        testId="choose-repositories"
      >
        {(repository) => (
          <label className={classes.row} htmlFor={`repository-${repository.id}`}>
            <Checkbox
              id={`repository-${repository.id}`}
              checked={chosen.has(repository.full_name)}
              onChange={(event) => toggle([repository.full_name], event.currentTarget.checked)}
              aria-label={repository.full_name}
            />
            <span className={classes.name}>
              <Truncated text={repository.name} />
              <LockMark repository={repository} />
            </span>
            <Text size="xs" c="dimmed" className={classes.size}>
              {bytesOf(repository) === 0 ? t('Empty') : bytesText(bytesOf(repository))}
            </Text>
          </label>
        )}
      </VirtualList>
      <Group gap="sm">
        <Button variant="default" onClick={() => draft.change({ step: 'owner' })}>
          {t('Back')}
        </Button>
        <Button disabled={chosen.size === 0} onClick={() => draft.change({ step: 'options' })}>
          {t('Continue')}
        </Button>
        <Text c="dimmed" role="status" data-testid="chosen-repositories">
          {chosen.size === 0
            ? t('Choose at least one.')
            : t('{repositories, plural, one {# repository} other {# repositories}}, about {size}', {
                repositories: chosen.size,
                size: bytesText(size),
              })}
        </Text>
      </Group>
    </div>
  );
}

/** Bytes of a repository: as measured now, until then as it was last known. */
export function useBytes(owner: string): (repository: RepositorySummary) => number {
  const sizes = useMeasuredSizes(owner).data;
  return ({ full_name: name, size }) => sizes?.get(name) ?? size * 1024;
}
