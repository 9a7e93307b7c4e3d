import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChangeNetwork } from '../../api/network.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FileField } from '../../components/file-field.tsx';
import { useUnsaved } from '../../components/unsaved-changes.tsx';
import { t } from '../../language/text.ts';

/** The file with authorities that are trusted beside those of the machine. */
export function AuthorityFile({ file }: { file: string }) {
  const change = useChangeNetwork();
  const [path, setPath] = useState(file);
  useUnsaved(path.trim() !== file);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ authorities: path.trim() });
  };
  return (
    <Stack gap="sm" data-testid="authorities">
      <form onSubmit={submit}>
        <Group gap="sm" align="flex-end">
          <FileField label={t('File of authorities (PEM)')} placeholder={t('None')} value={path} onChange={setPath} />
          <Button type="submit" variant="default" disabled={path.trim() === file} loading={change.isPending}>
            {path.trim() === '' && file !== '' ? t('Use none') : t('Use this file')}
          </Button>
        </Group>
      </form>
      {change.isError && <ErrorNotice error={change.error} />}
    </Stack>
  );
}
