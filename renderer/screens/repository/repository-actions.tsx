import { Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconChevronDown } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Repository } from '../../../service/api/shared/schemas.ts';
import { takeBack, useRenameRepository, useThrowAway } from '../../api/overview.ts';
import { useOwners } from '../../api/repositories.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { showFailure } from '../../components/failure-message.tsx';
import { t } from '../../language/text.ts';
import { useMigrationDraft } from '../../stores/migration-draft.ts';

/** What can be done with a repository as a whole; only what the account may do with its owner's. */
export function RepositoryActions({ repository }: { repository: Repository }) {
  const owner = repository.owner.login;
  const owned = useOwners().data?.owned.includes(owner) === true;
  const [renaming, setRenaming] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const prepare = useMigrationDraft((draft) => draft.change);
  const navigate = useNavigate();
  // Not where it is called: the page it is on may have gone before the answer comes.
  const remove = useThrowAway(owner, repository.name, async ({ id }) => {
    setDeleting(false);
    await navigate({ to: '/', replace: true });
    notifications.show({
      id: `deleted-${id}`,
      autoClose: 12_000,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text>{t('{full_name} is in the trash.', { full_name: repository.full_name })}</Text>
          <Button
            variant="subtle"
            size="compact-xs"
            flex="none"
            onClick={() => {
              notifications.hide(`deleted-${id}`);
              void takeBack(id).catch(showFailure);
            }}
          >
            {t('Undo')}
          </Button>
        </Group>
      ),
    });
  });
  if (!owned) return null;
  const exportIt = () => {
    prepare({ step: 'options', owner, repositories: [repository.full_name] });
    void navigate({ to: '/migrations/new' });
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" flex="none" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {t('Actions')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={exportIt}>{t('Export…')}</Menu.Item>
          <Menu.Item onClick={() => setRenaming(true)}>{t('Rename…')}</Menu.Item>
          <Menu.Item c="var(--gantry-bad)" onClick={() => setDeleting(true)}>
            {t('Delete…')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {renaming && <RenameDialog repository={repository} onClose={() => setRenaming(false)} />}
      <ConfirmDialog
        opened={deleting}
        title={t('Delete this repository?')}
        text={t(
          '{full_name} goes into the trash with its history, its import and its issues, and its name is free. It can be taken back until the trash is emptied.',
          { full_name: repository.full_name },
        )}
        confirmLabel={t('Delete the repository')}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={() => setDeleting(false)}
      />
    </>
  );
}

function RenameDialog({ repository, onClose }: { repository: Repository; onClose(): void }) {
  const owner = repository.owner.login;
  const [name, setName] = useState(repository.name);
  const navigate = useNavigate();
  const rename = useRenameRepository(owner, repository.name, async (changed) => {
    onClose();
    const params = { owner, repo: changed.name };
    await navigate({ to: '/repositories/$owner/$repo', params, replace: true });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate(name.trim());
  };
  const unchanged = name.trim() === '' || name.trim() === repository.name;
  return (
    <Dialog onClose={onClose} title={t('Rename this repository')}>
      <form onSubmit={submit}>
        <Stack gap="md" data-testid="rename-repository">
          <TextInput
            label={t('New name')}
            description={t('Its folder and its clone address change with it.')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
            spellCheck={false}
          />
          {rename.isError && <ErrorNotice error={rename.error} />}
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {t('Keep')}
            </Button>
            <Button type="submit" disabled={unchanged} loading={rename.isPending}>
              {t('Rename')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
