import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { t } from '../../language/text.ts';
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
    <Dialog opened={opened} onClose={onClose} title={t('Set e-mail domain')}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={t('Domain')}
            placeholder="example.org"
            value={domain}
            onChange={(event) => setDomain(event.currentTarget.value.trim().replace(/^@/, ''))}
            error={domain !== '' && problem}
            data-autofocus
            spellCheck={false}
          />
          <Text c="dimmed">
            {t(
              'The addresses of {selected, plural, one {# selected author} other {# selected authors}} become, for example, {address}. Names stay.',
              { selected, address: atDomain('anna', domain || 'example.org') },
            )}
          </Text>
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" disabled={problem !== null}>
              {t('Set domain')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
