import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';

const shortest = 8;

/** A password that is entered twice. */
export interface NewPassword {
  first: string;
  second: string;
}

export function useNewPassword() {
  return useState<NewPassword>({ first: '', second: '' });
}

/** Whether it can be sent. */
export function isWhole({ first, second }: NewPassword): boolean {
  return first.length >= shortest && first === second;
}

interface NewPasswordFieldsProps {
  value: NewPassword;
  onChange(value: NewPassword): void;
}

/** The two fields of a new password; each says what is wrong once there is something in it. */
export function NewPasswordFields({ value, onChange }: NewPasswordFieldsProps) {
  const { first, second } = value;
  return (
    <>
      <PasswordInput
        label={t('New password')}
        description={t('{shortest} characters or more', { shortest })}
        value={first}
        onChange={(event) => onChange({ ...value, first: event.currentTarget.value })}
        error={
          first !== '' && first.length < shortest
            ? t('{shortest} more to go.', { shortest: shortest - first.length })
            : undefined
        }
        autoComplete="new-password"
        maxLength={1024}
        visibilityToggleButtonProps={{ 'aria-label': t('Show the new password') }}
      />
      <PasswordInput
        label={t('New password again')}
        value={second}
        onChange={(event) => onChange({ ...value, second: event.currentTarget.value })}
        error={second !== '' && !first.startsWith(second) ? t('The two are not the same.') : undefined}
        autoComplete="new-password"
        maxLength={1024}
        visibilityToggleButtonProps={{ 'aria-label': t('Show the repeated password') }}
      />
    </>
  );
}
