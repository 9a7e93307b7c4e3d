import { Button, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { PersonEntry } from '../../api/people-book.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { t } from '../../language/text.ts';
import { authorEmailProblem, authorNameProblem } from '../authors/identity-rules.ts';
import { anySystem, readSystem, systems } from './systems.ts';

interface AddPersonDialogProps {
  busy: boolean;
  onClose(): void;
  onAdd(person: PersonEntry): void;
}

/** Says who somebody is before any import has met them. */
export function AddPersonDialog({ busy, onClose, onAdd }: AddPersonDialogProps) {
  const [remoteName, setRemoteName] = useState('');
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [system, setSystem] = useState<string>(anySystem);
  const problems = { name: authorNameProblem(name), email: authorEmailProblem(email) };
  const whole = remoteName.trim() !== '' && problems.name === null && problems.email === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!whole) return;
    onAdd({ remote_name: remoteName.trim(), vcs: readSystem(system), name: name.trim(), email: email.trim() });
  };
  return (
    <Dialog onClose={onClose} title={t('Add to the people book')}>
      <form onSubmit={submit} data-testid="add-to-book">
        <Stack gap="md">
          <TextInput
            label={t('Name in the source')}
            description={t('The login, exactly as commits there have it')}
            value={remoteName}
            onChange={(event) => setRemoteName(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <Select
            label={t('Source')}
            description={t('Which sources call the person so')}
            data={systems}
            value={system}
            onChange={(value) => setSystem(value ?? anySystem)}
            allowDeselect={false}
          />
          <TextInput
            label={t('Name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={name !== '' && problems.name}
            autoComplete="off"
          />
          <TextInput
            label={t('E-mail address')}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={email !== '' && problems.email}
            autoComplete="off"
            spellCheck={false}
          />
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" disabled={!whole} loading={busy}>
              {t('Add')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
