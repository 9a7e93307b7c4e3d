import { Alert, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { AddressTestAnswer } from '../../../service/api/settings/network-schemas.ts';
import { useAddressTest } from '../../api/network.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import type { ErrorPage } from '../../components/error-pages.ts';
import { MoreAbout } from '../../components/more-about.tsx';
import { t } from '../../language/text.ts';

type Hop = AddressTestAnswer['hops'][number];

const hopWords: Record<Hop['hop'], string> = {
  name: t('Name'),
  proxy: t('Proxy'),
  connection: t('Connection'),
  certificate: t('Certificate'),
  answer: t('part|Answer'),
  login: t('part|Login'),
};

/** Where the guide is about a way that ends there. */
const hopPages: Record<Hop['hop'], ErrorPage> = {
  name: 'errors/network',
  proxy: 'errors/proxy',
  connection: 'errors/network',
  certificate: 'errors/certificates',
  answer: 'errors/network',
  login: 'errors/sign-in',
};

const stateWords: Record<Hop['state'], string> = {
  passed: t('good'),
  failed: t('failed'),
  wanted: t('asked for'),
  not_reached: t('not reached'),
};

/** Tries the way to an address and names the part at which it ends. */
export function AddressTest() {
  const test = useAddressTest();
  const [address, setAddress] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    test.mutate(address.trim());
  };
  return (
    <Stack gap="sm" data-testid="address-test">
      <form onSubmit={submit}>
        <Group gap="sm" align="flex-end">
          <TextInput
            label={t('Address to test')}
            placeholder="https://svn.example.com/repository"
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            flex={1}
            miw={240}
          />
          <Button type="submit" variant="default" disabled={address.trim() === ''} loading={test.isPending}>
            {t('Test')}
          </Button>
        </Group>
      </form>
      {test.isError && <ErrorNotice error={test.error} />}
      {test.data && <Way tested={test.data} />}
    </Stack>
  );
}

function Way({ tested: { hops, failed, message } }: { tested: AddressTestAnswer }) {
  return (
    <Alert
      color={failed === null ? 'green' : 'red'}
      variant="outline"
      title={failed === null ? t('The address can be reached') : t('The way ends at: {hop}', { hop: hopWords[failed] })}
      role="status"
      data-testid="address-test-result"
    >
      <Stack gap="xs" align="flex-start">
        <Text data-selectable>{message}</Text>
        <List size="sm" aria-label={t('Parts of the way')}>
          {hops.map(({ hop, state }) => (
            <List.Item key={hop} data-testid={`hop-${hop}`}>
              {hopWords[hop]}: {stateWords[state]}
            </List.Item>
          ))}
        </List>
        {failed !== null && <MoreAbout page={hopPages[failed]} />}
      </Stack>
    </Alert>
  );
}
