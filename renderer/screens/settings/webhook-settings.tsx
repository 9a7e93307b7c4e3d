import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconListDetails, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Hook } from '../../../service/api/organizations/hook-schemas.ts';
import { useHooks, useRemoveHook } from '../../api/hooks.ts';
import { useOwners } from '../../api/repositories.ts';
import { useRepositorySummaries } from '../../api/repository-summaries.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Entry, EntryList } from '../../components/entry-list.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { LongSelect } from '../../components/long-select.tsx';
import { namesText } from '../../components/name-words.ts';
import { Section } from '../../components/section.tsx';
import { StateLabel } from '../../components/status-label.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { NewHookDialog } from './new-hook-dialog.tsx';

/** Programs elsewhere that are told when an import ends. */
export function WebhookSettings() {
  const owners = useOwners();
  const repositories = useRepositorySummaries();
  const [chosen, setChosen] = useState<string | null>(null);
  if (owners.isPending || repositories.isPending) return <Waiting>{t('Reading your repositories…')}</Waiting>;
  const problem = owners.error ?? repositories.error;
  if (problem || !owners.data || !repositories.data) return <ErrorNotice error={problem} />;

  const { organizations, owned } = owners.data;
  const others = organizations.filter((login) => !owned.includes(login));
  const groups = [
    { group: t('Organizations'), items: organizations.filter((login) => owned.includes(login)) },
    {
      group: t('Repositories'),
      items: repositories.data.filter(({ owner }) => owned.includes(owner)).map(({ full_name }) => full_name),
    },
  ].filter(({ items }) => items.length > 0);
  const offered = groups.flatMap(({ items }) => items);
  const owner = chosen !== null && offered.includes(chosen) ? chosen : (offered[0] ?? null);
  return (
    <Section
      title={t('Webhooks')}
      description={t(
        'A webhook is told by a POST when an import completes, fails or is cancelled. An organization’s webhook hears of all its repositories.',
      )}
    >
      {owner === null ? (
        <Text c="dimmed">
          {t('There is nothing to listen to yet: import a repository or make an organization first.')}
        </Text>
      ) : (
        <Stack gap="md">
          <LongSelect
            label={t('Of')}
            total={offered.length}
            data={groups}
            value={owner}
            onChange={setChosen}
            allowDeselect={false}
            maw={420}
          />
          <Hooks key={owner} owner={owner} />
        </Stack>
      )}
      {others.length > 0 && (
        <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('You are a member of {others}: webhooks there are for owners.', { others: namesText(others) })}
        </Text>
      )}
    </Section>
  );
}

type Opened = { dialog: 'new' } | { dialog: 'deliveries' | 'remove'; hook: Hook };

function Hooks({ owner }: { owner: string }) {
  const hooks = useHooks(owner);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  if (hooks.isPending) return <Waiting>{t('Reading the webhooks…')}</Waiting>;
  if (hooks.isError) return <ErrorNotice error={hooks.error} onRetry={() => void hooks.refetch()} />;
  return (
    <Stack gap="sm">
      {hooks.data.length === 0 ? (
        <Text c="dimmed">{t('No webhooks of {owner} yet.', { owner })}</Text>
      ) : (
        <EntryList label={t('Webhooks of {owner}', { owner })}>
          {hooks.data.map((hook) => (
            <Entry key={hook.id} name={hook.config.url} details={detailsOf(hook)}>
              <StateLabel {...stateOf(hook)} state={hook.last_response.status} testId="hook-state" />
              <Group gap={2} wrap="nowrap">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('Deliveries to {url}', { url: hook.config.url })}
                  title={t('Deliveries')}
                  onClick={() => setOpened({ dialog: 'deliveries', hook })}
                >
                  <IconListDetails size={16} stroke={1.6} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('Remove the webhook to {url}', { url: hook.config.url })}
                  title={t('Remove')}
                  onClick={() => setOpened({ dialog: 'remove', hook })}
                >
                  <IconTrash size={16} stroke={1.6} aria-hidden />
                </ActionIcon>
              </Group>
            </Entry>
          ))}
        </EntryList>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={15} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setOpened({ dialog: 'new' })}
      >
        {t('New webhook')}
      </Button>
      {opened?.dialog === 'new' && <NewHookDialog owner={owner} onClose={close} />}
      {opened?.dialog === 'deliveries' && <DeliveriesDialog owner={owner} hook={opened.hook} onClose={close} />}
      {opened?.dialog === 'remove' && <RemoveHook owner={owner} hook={opened.hook} onClose={close} />}
    </Stack>
  );
}

function RemoveHook({ owner, hook, onClose }: { owner: string; hook: Hook; onClose(): void }) {
  const remove = useRemoveHook(owner);
  return (
    <ConfirmDialog
      opened
      title={t('Remove this webhook?')}
      text={t('{url} is no longer told when imports end, and its list of deliveries goes.', { url: hook.config.url })}
      confirmLabel={t('Remove')}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate(hook.id, { onSuccess: onClose })}
    />
  );
}

function detailsOf({ config }: Hook): string {
  const signed = config.secret === undefined ? t('not signed') : t('signed');
  return `${config.content_type === 'json' ? 'JSON' : t('Form')}, ${signed}`;
}

function stateOf({ last_response: { status, code } }: Hook) {
  if (status === 'unused') return { words: t('Not used yet'), tone: 'quiet' as const };
  if (status === 'active') return { words: t('Delivered'), tone: 'good' as const };
  return { words: code === null ? t('No answer') : t('Answered {code}', { code }), tone: 'bad' as const };
}
