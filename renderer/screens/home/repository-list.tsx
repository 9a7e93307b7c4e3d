import { Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import type { ImportSummary, Repository } from '../../../service/api/schemas.ts';
import { bytesText, countText, momentText } from '../../components/import-words.ts';
import { Truncated } from '../../components/truncated.tsx';
import classes from './repository-list.module.css';

interface RepositoryListProps {
  repositories: readonly Repository[];
  imports: readonly ImportSummary[];
}

const rowHeight = 36;
const mostVisibleRows = 14;
const searchableFrom = 8;

/** Every repository by name; drawn only where it is visible, so that thousands cost nothing. */
export function RepositoryList({ repositories, imports }: RepositoryListProps) {
  const [search, setSearch] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const imported = useMemo(() => new Set(imports.map((one) => `${one.owner}/${one.repo}`)), [imports]);
  const shown = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return wanted === '' ? repositories : repositories.filter((one) => one.full_name.toLowerCase().includes(wanted));
  }, [repositories, search]);
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
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
      <section
        ref={box}
        aria-label="List of repositories"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className={classes.box}
        style={{ height: Math.min(Math.max(shown.length, 1), mostVisibleRows) * rowHeight + 2 }}
        data-testid="repository-list"
      >
        {shown.length === 0 && (
          <Text c="dimmed" p="xs">
            No repository has “{search}” in its name.
          </Text>
        )}
        <ul className={classes.rows} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((row) => {
            const repository = shown[row.index];
            return (
              repository && (
                <li
                  key={row.key}
                  className={classes.row}
                  style={{ transform: `translateY(${row.start}px)`, height: rowHeight }}
                >
                  <RepositoryRow repository={repository} imported={imported.has(repository.full_name)} />
                </li>
              )
            );
          })}
        </ul>
      </section>
    </div>
  );
}

function RepositoryRow({ repository, imported }: { repository: Repository; imported: boolean }) {
  const facts = (
    <>
      <Truncated text={repository.full_name} />
      <Text size="xs" c="dimmed" className={classes.size}>
        {repository.size === 0 ? 'Empty' : bytesText(repository.size * 1024)}
      </Text>
      <Text size="xs" c="dimmed" className={classes.when}>
        {momentText(repository.updated_at)}
      </Text>
    </>
  );
  if (!imported) return <div className={classes.content}>{facts}</div>;
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
