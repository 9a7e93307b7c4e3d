import { Autocomplete, TextInput } from '@mantine/core';
import { type ClipboardEvent, type ReactNode, type Ref, useState } from 'react';
import { t } from '../../language/text.ts';

interface AddressFieldProps {
  ref: Ref<HTMLInputElement>;
  description: ReactNode;
  placeholder: string;
  value: string;
  /** Addresses that were given before. */
  recent: readonly string[];
  onChange(text: string): void;
  onPaste(event: ClipboardEvent): void;
}

/** Where the address of a source is given. It offers those that were given before. */
export function AddressField({ recent, value, onChange, ...rest }: AddressFieldProps) {
  // A list that opens is a sixth of what drawing an empty Home takes. Not changed under a person's hands.
  const [offers] = useState(recent.length > 0);
  const field = {
    ...rest,
    label: t('Address'),
    value,
    inputWrapperOrder: ['label', 'description', 'input', 'error'] as ('label' | 'description' | 'input' | 'error')[],
    flex: 1,
    spellCheck: false,
    'data-testid': 'source-address',
  };
  if (!offers) return <TextInput {...field} onChange={(event) => onChange(event.currentTarget.value)} />;
  return (
    <Autocomplete
      {...field}
      onChange={onChange}
      data={recent.filter((address) => address !== value)}
      openOnFocus={false}
      maxDropdownHeight={220}
    />
  );
}
