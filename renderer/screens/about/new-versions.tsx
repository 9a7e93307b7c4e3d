import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { shownInPlace } from '../../api/query-client.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { t } from '../../language/text.ts';
import { Document } from './document.tsx';
import { readMarkdown } from './markdown.ts';

const queryKey = ['version-watch'];

/** Looks for a newer version, when a person says so; by itself only where that was switched on. */
export function NewVersions() {
  const queries = useQueryClient();
  const watch = useQuery({ queryKey, queryFn: () => window.gantry.getVersionWatch() });
  const refresh = () => queries.invalidateQueries({ queryKey });
  const look = useMutation({
    meta: shownInPlace,
    mutationFn: () => window.gantry.lookForNewVersion(),
    onSettled: refresh,
  });
  const choose = useMutation({
    mutationFn: (enabled: boolean) => window.gantry.setVersionWatch({ enabled }),
    onSettled: refresh,
  });
  if (watch.data === undefined) return null;
  const { refusal, enabled, found } = watch.data;
  if (refusal !== null) return <Text data-testid="never-looks">{refusal}</Text>;
  return (
    <Stack gap="sm" data-testid="new-versions">
      <Switch
        label={t('Look for a new version once a day')}
        description={t(
          "Asks the page of the project's releases for the number of the latest one, and sends nothing about you. Nothing is installed by itself.",
        )}
        checked={enabled}
        onChange={(event) => choose.mutate(event.currentTarget.checked)}
      />
      <Group>
        <Button variant="default" loading={look.isPending} onClick={() => look.mutate()}>
          {t('Look now')}
        </Button>
        {found?.is_newer === true && (
          <Button onClick={() => void window.gantry.openReleases()}>{t('Open the page of the releases')}</Button>
        )}
      </Group>
      {look.isError && <ErrorNotice error={look.error} />}
      {found !== null && (
        <Text role="status">
          {found.is_newer
            ? t('Gantry {version} is out. What is new in it:', { version: found.version })
            : t('This is the latest version.')}
        </Text>
      )}
      {found?.is_newer === true && <Document blocks={readMarkdown(found.notes)} />}
    </Stack>
  );
}
