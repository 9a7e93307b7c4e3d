import { Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Repository } from '../../../service/api/shared/schemas.ts';
import { LockMark } from '../../components/lock-mark.tsx';
import { bytesText, countText } from '../../components/number-words.ts';
import { momentText } from '../../components/time-words.ts';
import { Truncated } from '../../components/truncated.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import classes from './repository-list.module.css';

interface RepositoryListProps {
  repositories: readonly Repository[];
}

const rowHeight = 36;
const mostVisibleRows = 14;
const searchableFrom = 8;

/** Every repository by name; drawn only where it is visible, so that thousands cost nothing. */
export function RepositoryList({ repositories }: RepositoryListProps) {
  const [search, setSearch] = useState('');
  const shown = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return wanted === ''
      ? repositories
      : repositories.filter((repository) => repository.full_name.toLowerCase().includes(wanted));
  }, [repositories, search]);
  return (
    <div>
      {repositories.length >= searchableFrom && (
        <TextInput
          aria-label="Search repositories"
          placeholder={`Search ${countText(repositories.length, 'repository', 'repositories')}`}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          mb="xs"
          maw={320}
        />
      )}
      <VirtualList
        label="List of repositories"
        items={shown}
        rowHeight={rowHeight}
        keyOf={(repository) => repository.id}
        empty={`No repository has “${search}” in its name.`}
        mostRows={mostVisibleRows}
        testId="repository-list"
      >
        {(repository) => <RepositoryRow repository={repository} />}
      </VirtualList>
    </div>
  );
}

function RepositoryRow({ repository }: { repository: Repository }) {
  const facts = (
    <>
      <span className={classes.name}>
        <Truncated text={repository.full_name} />
        <LockMark repository={repository} />
      </span>
      <Text size="xs" c="dimmed" className={classes.size}>
        {repository.size === 0 ? 'Empty' : bytesText(repository.size * 1024)}
      </Text>
      <Text size="xs" c="dimmed" className={classes.when}>
        {momentText(repository.updated_at)}
      </Text>
    </>
  );
  return (
    <Link
      to="/imports/$owner/$repo"
      params={{ owner: repository.owner.login, repo: repository.name }}
      className={classes.content}
    >
      {facts}
    </Link>
  );
}
