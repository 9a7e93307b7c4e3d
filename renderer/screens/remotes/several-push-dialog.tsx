import { Alert, Button, Checkbox, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useRememberedCredentials } from '../../api/credentials.ts';
import { usePushMany } from '../../api/remote-pushes.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Truncated } from '../../components/truncated.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { t } from '../../language/text.ts';
import { useActivity } from '../../stores/activity.ts';
import { givenAddress } from '../imports/read-source.ts';
import { goneAlone } from './gone-words.ts';
import classes from './several-push-dialog.module.css';

interface SeveralPushDialogProps {
  /** Full names of those that can be pushed. */
  repositories: readonly string[];
  /** Those of them that are not here any more: others may throw away or rename what is asked about. */
  gone?: readonly string[];
  /** Whether all of them are chosen to begin with. */
  all?: boolean;
  opened: boolean;
  onClose(): void;
}

const rowHeight = 30;
/** Stands in an address for the name of each repository. */
const NAME = '{name}';

/** Pushes many repositories at once, each to the address that a pattern makes of its name. */
export function SeveralPushDialog(props: SeveralPushDialogProps) {
  const { gone = [], all = false, opened, onClose } = props;
  const left = new Set(gone);
  const repositories = props.repositories.filter((name) => !left.has(name));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(all ? repositories : []));
  const [pattern, setPattern] = useState('');
  const [credentials, setCredentials] = useState({ username: '', password: '', remember: false });
  const keychain = useRememberedCredentials().data;
  const push = usePushMany();
  const wanted = repositories.filter((name) => chosen.has(name));
  const example = shortest(wanted.length > 0 ? wanted : repositories) ?? 'owner/name';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const split = givenAddress(pattern);
    const username = split.username || credentials.username;
    const password = split.password || credentials.password;
    const known = username !== '' || password !== '';
    setPattern(split.address);
    push.mutate(
      {
        repositories: wanted,
        remote_url: split.address,
        ...(known ? { username, password, remember_credentials: credentials.remember } : {}),
      },
      {
        onSuccess: () => {
          onClose();
          useActivity.getState().open();
        },
      },
    );
  };
  const toggle = (name: string, on: boolean) => {
    const next = new Set(chosen);
    on ? next.add(name) : next.delete(name);
    setChosen(next);
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Push many repositories')} size="lg">
      <form onSubmit={submit}>
        <Stack gap="md" data-testid="several-push">
          <TextInput
            label={t('Address, with {placeholder} where the name of each repository stands', { placeholder: NAME })}
            placeholder="https://git.example.org/team/{name}.git"
            description={t('{example} goes to {address}', {
              example,
              address: filledIn(pattern || 'https://git.example.org/team/{name}.git', example),
            })}
            value={pattern}
            onChange={(event) => setPattern(event.currentTarget.value)}
            data-autofocus
            spellCheck={false}
          />
          <Group gap="sm" align="flex-end">
            <TextInput
              label={t('User name, if the server asks')}
              value={credentials.username}
              onChange={(event) => setCredentials({ ...credentials, username: event.currentTarget.value })}
              autoComplete="off"
              flex={1}
              miw={180}
            />
            <PasswordInput
              label={t('Password or token')}
              value={credentials.password}
              onChange={(event) => setCredentials({ ...credentials, password: event.currentTarget.value })}
              autoComplete="off"
              flex={1}
              miw={180}
            />
          </Group>
          {keychain?.available === true && (
            <Checkbox
              label={t('Remember in this machine’s keychain')}
              checked={credentials.remember}
              onChange={(event) => setCredentials({ ...credentials, remember: event.currentTarget.checked })}
            />
          )}
          <Checkbox
            label={t('All {repositories, plural, one {# repository} other {# repositories}}', {
              repositories: repositories.length,
            })}
            checked={wanted.length > 0 && wanted.length === repositories.length}
            indeterminate={wanted.length > 0 && wanted.length < repositories.length}
            onChange={(event) => setChosen(new Set(event.currentTarget.checked ? repositories : []))}
          />
          <VirtualList
            label={t('Repositories to push')}
            items={repositories}
            rowHeight={rowHeight}
            keyOf={(name) => name}
            empty={t('There is nothing to push.')}
            mostRows={8}
            testId="several-push-choice"
          >
            {(name) => (
              <label className={classes.choice} htmlFor={`push-${name}`}>
                <Checkbox
                  id={`push-${name}`}
                  checked={chosen.has(name)}
                  onChange={(event) => toggle(name, event.currentTarget.checked)}
                  aria-label={name}
                />
                <Truncated text={name} />
              </label>
            )}
          </VirtualList>
          {wanted.length > 1 && pattern !== '' && !pattern.includes(NAME) && (
            <Alert color="yellow" variant="outline" p="xs">
              <Text>{t('Without {placeholder} all of them would go to the same address.', { placeholder: NAME })}</Text>
            </Alert>
          )}
          {gone.length > 0 && <ErrorNotice error={new Error(goneText(gone, repositories.length))} />}
          {push.isError && <ErrorNotice error={push.error} />}
          <Group justify="space-between" wrap="nowrap">
            <Text c="dimmed" size="xs">
              {t(
                'Two at a time, also when this window is closed. A remote that is not empty is asked about in Activity.',
              )}
            </Text>
            <Button
              type="submit"
              flex="none"
              disabled={wanted.length === 0 || pattern.trim() === ''}
              loading={push.isPending}
            >
              {t('Push {repositories, plural, one {# repository} other {# repositories}}', {
                repositories: wanted.length,
              })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function goneText(gone: readonly string[], left: number): string {
  const [first = ''] = gone;
  if (left === 0 && gone.length === 1) return goneAlone(first);
  if (left === 0)
    return t(
      'None of the chosen repositories is here any more: somebody threw them away or renamed them meanwhile. Close this and choose again; what was thrown away can be taken back from the trash on Home.',
    );
  return t(
    '{gone, plural, one {{first} is not here any more: somebody threw it away or renamed it meanwhile. It is not pushed; the others are.} other {{first} and {more, number} more of the chosen repositories are not here any more: somebody threw them away or renamed them meanwhile. They are not pushed; the others are.}}',
    { gone: gone.length, first, more: gone.length - 1 },
  );
}

function shortest(names: readonly string[]): string | undefined {
  return names.reduce<string | undefined>(
    (found, name) => (found === undefined || name.length < found.length ? name : found),
    undefined,
  );
}

function filledIn(pattern: string, fullName: string): string {
  const [owner = '', name = ''] = fullName.split('/');
  return pattern.replaceAll('{owner}', () => owner).replaceAll('{name}', () => name);
}
