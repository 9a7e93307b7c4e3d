import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { RepositorySummary } from '../../../service/api/organizations/repository-summaries.ts';
import { startMigration } from '../../api/migrations.ts';
import { shownInPlace } from '../../api/query-client.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Facts } from '../../components/facts.tsx';
import { bytesText } from '../../components/number-words.ts';
import { FocusedTitle } from '../../components/page.tsx';
import { RefNames } from '../../components/ref-names.tsx';
import { t } from '../../language/text.ts';
import { useMigrationDraft } from '../../stores/migration-draft.ts';
import { useBytes } from './repositories-step.tsx';

interface ReviewStepProps {
  owner: string;
  repositories: readonly RepositorySummary[];
}

/** Step 4: all of it once more, and the start. */
export function ReviewStep({ owner, repositories }: ReviewStepProps) {
  const draft = useMigrationDraft();
  const navigate = useNavigate();
  const chosen = repositories.filter((repository) => draft.repositories.includes(repository.full_name));
  const start = useMutation({
    meta: shownInPlace,
    mutationFn: () =>
      startMigration(owner, {
        repositories: chosen.map((repository) => repository.full_name),
        lock_repositories: draft.lockRepositories,
        exclude_attachments: draft.excludeAttachments,
      }),
    onSuccess: async (migration) => {
      await navigate({ to: '/migrations/$owner/$id', params: { owner, id: `${migration.id}` }, replace: true });
      draft.discard();
    },
  });
  const bytesOf = useBytes(owner);
  const size = chosen.reduce((sum, one) => sum + bytesOf(one), 0);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate();
      }}
      data-testid="step-review"
    >
      <Stack gap="md" maw={720}>
        <FocusedTitle order={2}>{t('Ready to export')}</FocusedTitle>
        <Facts
          facts={[
            [t('Owner'), owner],
            [
              t('Repositories'),
              t('{repositories, plural, one {# repository} other {# repositories}}', { repositories: chosen.length }),
            ],
            [t('Size'), t('about {size}; packs do not get smaller in an archive', { size: bytesText(size) })],
            [t('Attachments'), draft.excludeAttachments ? t('Left out') : t('Included')],
            [t('Locks'), draft.lockRepositories ? t('Repositories are locked from the start') : t('None')],
            [t('Kept for'), t('Seven days, then the archive is deleted')],
          ]}
        />
        <RefNames title={t('Repositories')} names={chosen.map((repository) => repository.full_name)} />
        {draft.lockRepositories && (
          <Alert color="yellow" variant="outline" icon={<IconLock size={18} aria-hidden />}>
            <Text>
              {t('Pushes to these repositories are refused until you unlock them, also when the export fails.')}
            </Text>
          </Alert>
        )}
        {start.isError && <ErrorNotice error={start.error} />}
        <Group gap="sm">
          <Button variant="default" onClick={() => draft.change({ step: 'options' })} disabled={start.isPending}>
            {t('Back')}
          </Button>
          <Button type="submit" loading={start.isPending} disabled={chosen.length === 0}>
            {t('Start export')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
