import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { countText } from '../../components/number-words.ts';
import { atDomain, domainProblem } from './identity-rules.ts';

interface DomainDialogProps {
  opened: boolean;
  selected: number;
  onClose(): void;
  onApply(domain: string): void;
}

/** Asks for the domain that the selected authors' addresses get. */
export function DomainDialog({ opened, selected, onClose, onApply }: DomainDialogProps) {
  const [domain, setDomain] = useState('');
  const problem = domainProblem(domain);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem === null) onApply(domain);
  };
  return (
    <Modal opened={opened} onClose={onClose} title="Set e-mail domain" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label="Domain"
            placeholder="example.org"
            value={domain}
            onChange={(event) => setDomain(event.currentTarget.value.trim().replace(/^@/, ''))}
            error={domain !== '' && problem}
            data-autofocus
            spellCheck={false}
          />
          <Text c="dimmed">
            The addresses of {countText(selected, 'selected author')} become, for example,{' '}
            {atDomain('anna', domain || 'example.org')}. Names stay.
          </Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button type="submit" disabled={problem !== null}>
              Set domain
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
