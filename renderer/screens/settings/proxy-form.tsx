import { Button, Checkbox, Group, PasswordInput, Radio, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { NetworkAnswer } from '../../../service/api/settings/network-schemas.ts';
import { useRememberedCredentials } from '../../api/credentials.ts';
import { useChangeNetwork } from '../../api/network.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useUnsaved } from '../../components/unsaved-changes.tsx';
import { t } from '../../language/text.ts';

type Proxy = NetworkAnswer['proxy'];

interface ProxyFormProps {
  proxy: Proxy;
  environment: NetworkAnswer['environment'];
}

/** Which proxy is used, and its login. */
export function ProxyForm({ proxy, environment }: ProxyFormProps) {
  const change = useChangeNetwork();
  const canRemember = useRememberedCredentials().data?.available ?? false;
  const [mode, setMode] = useState(proxy.mode);
  const [address, setAddress] = useState(proxy.address);
  const [username, setUsername] = useState(proxy.username);
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [exceptions, setExceptions] = useState(proxy.exceptions.join(', '));
  const said = { mode, address: address.trim(), username: username.trim(), exceptions: listOf(exceptions) };
  const [saved, setSaved] = useState(said);
  useUnsaved(password !== '' || JSON.stringify(said) !== JSON.stringify(saved));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const secret = password === '' ? {} : { password, remember };
    const onSuccess = () => {
      setPassword('');
      setSaved(said);
    };
    change.mutate({ proxy: { ...said, ...secret } }, { onSuccess });
  };
  return (
    <form onSubmit={submit} data-testid="proxy">
      <Stack gap="sm">
        <Radio.Group aria-label={t('Which proxy')} value={mode} onChange={(value) => setMode(value as Proxy['mode'])}>
          <Stack gap="xs">
            <Radio value="system" label={t('What the environment says')} description={environmentText(environment)} />
            <Radio value="none" label={t('No proxy')} />
            <Radio value="manual" label={t('This one')} />
          </Stack>
        </Radio.Group>
        {mode === 'manual' && (
          <>
            <TextInput
              label={t('Address of the proxy')}
              placeholder="http://proxy.example:3128"
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
              required
            />
            <Group gap="sm" grow>
              <TextInput
                label={t('User name')}
                placeholder={t('None')}
                value={username}
                onChange={(event) => setUsername(event.currentTarget.value)}
              />
              <PasswordInput
                label={t('Password')}
                placeholder={proxy.has_password ? t('As it is') : t('None')}
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
            </Group>
            {canRemember && (
              <Checkbox
                label={t('Remember the password in this machine’s keychain')}
                checked={remember}
                disabled={password === ''}
                onChange={(event) => setRemember(event.currentTarget.checked)}
              />
            )}
            <TextInput
              label={t('Not for')}
              description={t('Hosts, addresses or ranges, apart by commas: .example.com, 10.0.0.0/8')}
              value={exceptions}
              onChange={(event) => setExceptions(event.currentTarget.value)}
            />
          </>
        )}
        <Group gap="sm">
          <Button type="submit" variant="default" loading={change.isPending}>
            {t('Save the proxy')}
          </Button>
          {change.isSuccess && <Text role="status">{t('Saved. It holds for what starts from now on.')}</Text>}
        </Group>
        {change.isError && <ErrorNotice error={change.error} />}
      </Stack>
    </form>
  );
}

function environmentText({ http, https }: NetworkAnswer['environment']): string {
  if (http === null && https === null) return t('It names none now.');
  if (http === https) return t('It names {https} now.', { https });
  return t('It names {https} for https and {http} for http now.', {
    https: https ?? t('none'),
    http: http ?? t('none'),
  });
}

function listOf(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
