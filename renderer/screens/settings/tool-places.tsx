import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Settings } from '../../../service/api/access/access-schemas.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useChangeSettings, useSettings } from '../../api/settings.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Truncated } from '../../components/truncated.tsx';
import { useUnsaved } from '../../components/unsaved-changes.tsx';
import { t } from '../../language/text.ts';

/** Where each tool is started from, and another program for it. */
export function ToolPlaces() {
  const settings = useSettings();
  return (
    <Stack gap="xs" data-testid="tool-places">
      {settings.data?.tools.map((tool) => (
        <ToolPlace key={tool.name} tool={tool} />
      ))}
    </Stack>
  );
}

function ToolPlace({ tool: { name, path, is_set } }: { tool: Settings['tools'][number] }) {
  const [entered, setEntered] = useState<string | null>(null);
  const change = useChangeSettings();
  useUnsaved(entered !== null && entered.trim() !== (path ?? ''));
  const queries = useQueryClient();
  const save = (wanted: string | null) =>
    change.mutate(
      { tools: [{ name, path: wanted }] },
      {
        onSuccess: () => {
          setEntered(null);
          void queries.invalidateQueries({ queryKey: queryKeys.setup });
        },
      },
    );
  if (entered === null) {
    return (
      <Group gap="sm" wrap="nowrap">
        <Text w={80} flex="none">
          {name}
        </Text>
        <Truncated text={path ?? t('not found')} keep="end" />
        <Button
          variant="default"
          size="xs"
          flex="none"
          aria-label={t('Change… the program of {name}', { name })}
          onClick={() => setEntered(path ?? '')}
        >
          {t('Change…')}
        </Button>
        {is_set && (
          <Button variant="subtle" size="xs" flex="none" loading={change.isPending} onClick={() => save(null)}>
            {t('As found')}
          </Button>
        )}
      </Group>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save(entered.trim());
      }}
    >
      <Group gap="sm" align="end" wrap="nowrap">
        <TextInput
          label={t('Program for {name}', { name })}
          flex={1}
          value={entered}
          onChange={(event) => setEntered(event.currentTarget.value)}
        />
        <Button type="submit" flex="none" disabled={entered.trim() === ''} loading={change.isPending}>
          {t('Use it')}
        </Button>
        <Button variant="default" flex="none" onClick={() => setEntered(null)}>
          {t('Cancel')}
        </Button>
      </Group>
      {change.isError && <ErrorNotice error={change.error} />}
    </form>
  );
}
