import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

/** Quiet time after typing before the engine is asked, in milliseconds. */
const typingMs = 150;

/** What is typed, and what is to be searched for once the typing pauses. */
export function useSearch(initial = ''): { typed: string; search: string; setTyped(text: string): void } {
  const [typed, setTyped] = useState(initial);
  const [search] = useDebouncedValue(typed.trim(), typingMs);
  return { typed, search, setTyped };
}

interface SearchFieldProps {
  label: string;
  value: string;
  onChange(text: string): void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      w={300}
      maw="100%"
    />
  );
}
