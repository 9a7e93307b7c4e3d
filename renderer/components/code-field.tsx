import { TextInput, type TextInputProps } from '@mantine/core';
import { t } from '../language/text.ts';

/** A field for a code of an authenticator app, or a recovery code in its place. */
export function CodeField({ label = t('Code'), description, ...rest }: TextInputProps) {
  return (
    <TextInput
      label={label}
      description={description ?? t('Six digits of your authenticator app, or a recovery code')}
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={64}
      {...rest}
    />
  );
}
