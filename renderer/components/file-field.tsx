import { Button, Group, TextInput } from '@mantine/core';
import { t } from '../language/text.ts';

interface FileFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onChange(path: string): void;
}

/** The path of a PEM file of this machine: typed, or chosen. */
export function FileField({ label, placeholder, value, onChange }: FileFieldProps) {
  const choose = async () => {
    const path = await window.gantry.chooseCertificateFile();
    if (path !== null) onChange(path);
  };
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap" flex={1} miw={300}>
      <TextInput
        label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        spellCheck={false}
        flex={1}
      />
      <Button variant="default" flex="none" aria-label={t('Choose: {label}', { label })} onClick={() => void choose()}>
        {t('Choose…')}
      </Button>
    </Group>
  );
}
