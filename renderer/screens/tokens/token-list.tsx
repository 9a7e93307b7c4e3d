import { ActionIcon, Group, Text, TextInput } from '@mantine/core';
import { IconPencil, IconRefresh, IconSearch, IconTrash } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import type { Authorization } from '../../../service/api/access-schemas.ts';
import { countText, momentText } from '../../components/import-words.ts';
import { applicationOf, nameOf, scopesText } from '../../components/token-words.ts';
import { Truncated } from '../../components/truncated.tsx';
import classes from './token-list.module.css';

type TokenAction = 'edit' | 'regenerate' | 'delete';

interface TokenListProps {
  tokens: readonly Authorization[];
  onAct(action: TokenAction, token: Authorization): void;
}

const rowHeight = 52;

const actions = [
  { action: 'edit', label: 'Edit', icon: IconPencil },
  { action: 'regenerate', label: 'Regenerate', icon: IconRefresh },
  { action: 'delete', label: 'Delete', icon: IconTrash },
] as const;

/** Tokens as rows; drawn only where they are visible, so that thousands cost nothing. */
export function TokenList({ tokens, onAct }: TokenListProps) {
  const [search, setSearch] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return wanted === '' ? tokens : tokens.filter((token) => searchedText(token).includes(wanted));
  }, [tokens, search]);
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  return (
    <>
      <TextInput
        aria-label="Search tokens"
        placeholder={`Search ${countText(tokens.length, 'token')}`}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        maw={320}
      />
      <section
        ref={box}
        aria-label="List of tokens"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className={classes.box}
        data-testid="token-list"
      >
        {shown.length === 0 && (
          <Text c="dimmed" p="xs">
            No token has “{search}” in its note, application, scopes or last characters.
          </Text>
        )}
        <ul className={classes.rows} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((row) => {
            const token = shown[row.index];
            return (
              token && (
                <li
                  key={token.id}
                  className={classes.row}
                  style={{ transform: `translateY(${row.start}px)`, height: rowHeight }}
                >
                  <TokenRow token={token} onAct={onAct} />
                </li>
              )
            );
          })}
        </ul>
      </section>
    </>
  );
}

function TokenRow({ token, onAct }: { token: Authorization; onAct: TokenListProps['onAct'] }) {
  const name = nameOf(token);
  const application = applicationOf(token);
  const details = [
    scopesText(token.scopes),
    ...(application === null || application === name ? [] : [application]),
    ...(token.fingerprint === null ? [] : [`fingerprint ${token.fingerprint}`]),
  ];
  return (
    <div className={classes.content} data-testid={`token-${name}`}>
      <div className={classes.name}>
        <Truncated text={name} className={classes.strong} />
        <Truncated text={details.join(' · ')} className={classes.quiet} />
      </div>
      <Text ff="monospace" size="xs" c="dimmed" data-selectable>
        …{token.token_last_eight}
      </Text>
      <Text size="xs" c="dimmed" className={classes.when}>
        {momentText(token.updated_at)}
      </Text>
      <Group gap={2} wrap="nowrap">
        {actions.map(({ action, label, icon: Icon }) => (
          <ActionIcon
            key={action}
            variant="subtle"
            color="gray"
            // Tokens of one application share its name.
            aria-label={`${label} ${name}, ending in ${token.token_last_eight}`}
            title={label}
            onClick={() => onAct(action, token)}
          >
            <Icon size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        ))}
      </Group>
    </div>
  );
}

function searchedText(token: Authorization): string {
  return [nameOf(token), token.app.name, token.token_last_eight, ...token.scopes].join(' ').toLowerCase();
}
