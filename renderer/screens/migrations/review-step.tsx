import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Repository } from '../../../service/api/shared/schemas.ts';
import { startMigration } from '../../api/migrations.ts';
import { shownInPlace } from '../../api/query-client.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Facts } from '../../components/facts.tsx';
import { bytesText, countText } from '../../components/number-words.ts';
import { FocusedTitle } from '../../components/page.tsx';
import { RefNames } from '../../components/ref-names.tsx';
import { useMigrationDraft } from '../../stores/migration-draft.ts';
import { useBytes } from './repositories-step.tsx';

interface ReviewStepProps {
  owner: string;
  repositories: readonly Repository[];
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
        <FocusedTitle order={2}>Ready to export</FocusedTitle>
        <Facts
          facts={[
            ['Owner', owner],
            ['Repositories', countText(chosen.length, 'repository', 'repositories')],
            ['Size', `about ${bytesText(size)}; packs do not get smaller in an archive`],
            ['Attachments', draft.excludeAttachments ? 'Left out' : 'Included'],
            ['Locks', draft.lockRepositories ? 'Repositories are locked from the start' : 'None'],
            ['Kept for', 'Seven days, then the archive is deleted'],
          ]}
        />
        <RefNames title="Repositories" names={chosen.map((repository) => repository.full_name)} />
        {draft.lockRepositories && (
          <Alert color="yellow" variant="outline" icon={<IconLock size={18} aria-hidden />}>
            <Text>Pushes to these repositories are refused until you unlock them, also when the export fails.</Text>
          </Alert>
        )}
        {start.isError && <ErrorNotice error={start.error} />}
        <Group gap="sm">
          <Button variant="default" onClick={() => draft.change({ step: 'options' })} disabled={start.isPending}>
            Back
          </Button>
          <Button type="submit" loading={start.isPending} disabled={chosen.length === 0}>
            Start export
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
