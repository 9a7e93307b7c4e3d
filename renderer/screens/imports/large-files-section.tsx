import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Import } from '../../../service/api/imports/import-schemas.ts';
import { useLfsChoice } from '../../api/large-files.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { largeFilesText } from '../../components/import-words.ts';
import { t } from '../../language/text.ts';
import { useBarredSource } from './folder-source.ts';

type Choice = 'opt_in' | 'opt_out';

const became: Record<Import['use_lfs'], string> = {
  opt_in: t('kept with Git LFS: the history has pointers, the contents lie in lfs/objects of the repository.'),
  opt_out: t('left out of the whole history.'),
  undecided: t('in the history, unchanged. Many Git hosts refuse files over 100 MB.'),
};

const changes: Record<Choice, { label: string; confirm: string }> = {
  opt_in: { label: t('Keep with Git LFS…'), confirm: t('Keep with Git LFS') },
  opt_out: { label: t('Leave out…'), confirm: t('Leave out') },
};

/** What became of files over 100 MB, and another choice for them. */
export function LargeFilesSection({ owner, repo, record }: { owner: string; repo: string; record: Import }) {
  const [asked, setAsked] = useState<Choice | null>(null);
  const choice = useLfsChoice(owner, repo);
  const barred = useBarredSource(record.vcs_url) !== null;
  return (
    <Stack gap="xs" component="section" aria-labelledby="large-files" data-testid="large-files-section">
      <Title order={3} id="large-files">
        {t('Large files')}
      </Title>
      <Text c="dimmed">{`${largeFilesText(record)}: ${became[record.use_lfs]}`}</Text>
      <Group gap="sm">
        {(['opt_in', 'opt_out'] as const)
          .filter((other) => other !== record.use_lfs)
          .map((other) => (
            <Button key={other} variant="default" disabled={barred} onClick={() => setAsked(other)}>
              {changes[other].label}
            </Button>
          ))}
      </Group>
      <ConfirmDialog
        opened={asked !== null}
        title={t('Write the history anew?')}
        text={t(
          'Commits from the first large file on get other ids, in {owner}/{repo} only: clones that were made of it no longer fit. Nothing is fetched again.',
          { owner, repo },
        )}
        confirmLabel={asked === null ? '' : changes[asked].confirm}
        busy={choice.isPending}
        error={choice.error}
        onConfirm={() => {
          if (asked !== null) choice.mutate(asked, { onSuccess: () => setAsked(null) });
        }}
        onClose={() => setAsked(null)}
      />
    </Stack>
  );
}
