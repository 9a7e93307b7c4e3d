import { ActionIcon, Group, Text, TextInput } from '@mantine/core';
import { IconPencil, IconRefresh, IconSearch, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Authorization } from '../../../service/api/access/access-schemas.ts';
import { momentText } from '../../components/time-words.ts';
import { applicationOf, nameOf, scopesText } from '../../components/token-words.ts';
import { TwoLines } from '../../components/two-lines.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { t } from '../../language/text.ts';
import classes from './token-list.module.css';

type TokenAction = 'edit' | 'regenerate' | 'delete';

interface TokenListProps {
  tokens: readonly Authorization[];
  onAct(action: TokenAction, token: Authorization): void;
}

const rowHeight = 52;

const actions = [
  { action: 'edit', label: t('Edit'), icon: IconPencil },
  { action: 'regenerate', label: t('Regenerate'), icon: IconRefresh },
  { action: 'delete', label: t('Delete'), icon: IconTrash },
] as const;

/** Tokens as rows; drawn only where they are visible, so that thousands cost nothing. */
export function TokenList({ tokens, onAct }: TokenListProps) {
  const [search, setSearch] = useState('');
  const shown = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return wanted === '' ? tokens : tokens.filter((token) => searchedText(token).includes(wanted));
  }, [tokens, search]);
  return (
    <>
      <TextInput
        aria-label={t('Search tokens')}
        placeholder={t('Search {tokens, plural, one {# token} other {# tokens}}', { tokens: tokens.length })}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        maw={320}
      />
      <VirtualList
        label={t('List of tokens')}
        items={shown}
        rowHeight={rowHeight}
        keyOf={(token) => token.id}
        empty={t('No token has “{search}” in its note, application, scopes or last characters.', { search })}
        testId="token-list"
      >
        {(token) => <TokenRow token={token} onAct={onAct} />}
      </VirtualList>
    </>
  );
}

function TokenRow({ token, onAct }: { token: Authorization; onAct: TokenListProps['onAct'] }) {
  const name = nameOf(token);
  const application = applicationOf(token);
  const details = [
    scopesText(token.scopes),
    ...(application === null || application === name ? [] : [application]),
    ...(token.fingerprint === null ? [] : [t('fingerprint {fingerprint}', { fingerprint: token.fingerprint })]),
  ];
  return (
    <div className={classes.content} data-testid={`token-${name}`}>
      <TwoLines name={name} details={details.join(' · ')} />
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
            aria-label={t('{label} {name}, ending in {token_last_eight}', {
              label,
              name,
              token_last_eight: token.token_last_eight,
            })}
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
