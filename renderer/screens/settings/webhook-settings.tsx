import { ActionIcon, Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconListDetails, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Hook } from '../../../service/api/organizations/hook-schemas.ts';
import { useHooks, useRemoveHook } from '../../api/hooks.ts';
import { useOwners, useRepositories } from '../../api/repositories.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Entry, EntryList } from '../../components/entry-list.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { namesText } from '../../components/name-words.ts';
import { Section } from '../../components/section.tsx';
import { StateLabel } from '../../components/status-label.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { NewHookDialog } from './new-hook-dialog.tsx';

/** Programs elsewhere that are told when an import ends. */
export function WebhookSettings() {
  const owners = useOwners();
  const repositories = useRepositories();
  const [chosen, setChosen] = useState<string | null>(null);
  if (owners.isPending || repositories.isPending) return <Waiting>Reading your repositories…</Waiting>;
  const problem = owners.error ?? repositories.error;
  if (problem || !owners.data || !repositories.data) return <ErrorNotice error={problem} />;

  const { organizations, owned } = owners.data;
  const others = organizations.filter((login) => !owned.includes(login));
  const groups = [
    { group: 'Organizations', items: organizations.filter((login) => owned.includes(login)) },
    {
      group: 'Repositories',
      items: repositories.data.filter(({ owner }) => owned.includes(owner.login)).map(({ full_name }) => full_name),
    },
  ].filter(({ items }) => items.length > 0);
  const offered = groups.flatMap(({ items }) => items);
  const owner = chosen !== null && offered.includes(chosen) ? chosen : (offered[0] ?? null);
  return (
    <Section
      title="Webhooks"
      description="A webhook is told by a POST when an import completes, fails or is cancelled. An organization’s webhook hears of all its repositories."
    >
      {owner === null ? (
        <Text c="dimmed">There is nothing to listen to yet: import a repository or make an organization first.</Text>
      ) : (
        <Stack gap="md">
          <Select
            label="Of"
            data={groups}
            value={owner}
            onChange={setChosen}
            searchable
            allowDeselect={false}
            maw={420}
          />
          <Hooks key={owner} owner={owner} />
        </Stack>
      )}
      {others.length > 0 && (
        <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          You are a member of {namesText(others)}: webhooks there are for owners.
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
  if (hooks.isPending) return <Waiting>Reading the webhooks…</Waiting>;
  if (hooks.isError) return <ErrorNotice error={hooks.error} onRetry={() => void hooks.refetch()} />;
  return (
    <Stack gap="sm">
      {hooks.data.length === 0 ? (
        <Text c="dimmed">No webhooks of {owner} yet.</Text>
      ) : (
        <EntryList label={`Webhooks of ${owner}`}>
          {hooks.data.map((hook) => (
            <Entry key={hook.id} name={hook.config.url} details={detailsOf(hook)}>
              <StateLabel {...stateOf(hook)} state={hook.last_response.status} testId="hook-state" />
              <Group gap={2} wrap="nowrap">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Deliveries to ${hook.config.url}`}
                  title="Deliveries"
                  onClick={() => setOpened({ dialog: 'deliveries', hook })}
                >
                  <IconListDetails size={16} stroke={1.6} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove the webhook to ${hook.config.url}`}
                  title="Remove"
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
        New webhook
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
      title="Remove this webhook?"
      text={`${hook.config.url} is no longer told when imports end, and its list of deliveries goes.`}
      confirmLabel="Remove"
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate(hook.id, { onSuccess: onClose })}
    />
  );
}

function detailsOf({ config }: Hook): string {
  const signed = config.secret === undefined ? 'not signed' : 'signed';
  return `${config.content_type === 'json' ? 'JSON' : 'Form'}, ${signed}`;
}

function stateOf({ last_response: { status, code } }: Hook) {
  if (status === 'unused') return { words: 'Not used yet', tone: 'quiet' as const };
  if (status === 'active') return { words: 'Delivered', tone: 'good' as const };
  return { words: code === null ? 'No answer' : `Answered ${code}`, tone: 'bad' as const };
}
