import { Alert, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { AddressTestAnswer } from '../../../service/api/settings/network-schemas.ts';
import { useAddressTest } from '../../api/network.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';

type Hop = AddressTestAnswer['hops'][number];

const hopWords: Record<Hop['hop'], string> = {
  name: 'Name',
  proxy: 'Proxy',
  connection: 'Connection',
  certificate: 'Certificate',
  answer: 'Answer',
  login: 'Login',
};

const stateWords: Record<Hop['state'], string> = {
  passed: 'good',
  failed: 'failed',
  wanted: 'asked for',
  not_reached: 'not reached',
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
            label="Address to test"
            placeholder="https://svn.example.com/repository"
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            flex={1}
            miw={240}
          />
          <Button type="submit" variant="default" disabled={address.trim() === ''} loading={test.isPending}>
            Test
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
      title={failed === null ? 'The address can be reached' : `The way ends at: ${hopWords[failed]}`}
      role="status"
      data-testid="address-test-result"
    >
      <Stack gap="xs">
        <Text data-selectable>{message}</Text>
        <List size="sm" aria-label="Parts of the way">
          {hops.map(({ hop, state }) => (
            <List.Item key={hop} data-testid={`hop-${hop}`}>
              {hopWords[hop]}: {stateWords[state]}
            </List.Item>
          ))}
        </List>
      </Stack>
    </Alert>
  );
}
