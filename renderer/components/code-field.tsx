import { TextInput, type TextInputProps } from '@mantine/core';

/** A field for a code of an authenticator app, or a recovery code in its place. */
export function CodeField({ label = 'Code', description, ...rest }: TextInputProps) {
  return (
    <TextInput
      label={label}
      description={description ?? 'Six digits of your authenticator app, or a recovery code'}
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={64}
      {...rest}
    />
  );
}
