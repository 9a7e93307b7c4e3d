import { Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Setup } from '../../../service/api/access/setup-schemas.ts';
import { ApiError, sentenceOf } from '../../api/request.ts';
import { useCreateFirstAccount } from '../../api/setup.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Mark } from '../../components/mark.tsx';
import { FocusedTitle } from '../../components/page.tsx';
import { ToolList } from '../../components/tool-list.tsx';
import { Truncated } from '../../components/truncated.tsx';
import { t } from '../../language/text.ts';
import { useHelpAbout } from '../../stores/desk.ts';
import classes from './setup-screen.module.css';

const shortestPassword = 8;
const loginShape = /^[a-z\d](?:[a-z\d]|-(?=[a-z\d])){0,38}$/i;

/** First run: who owns this installation, where its data lies, which tools are there. */
export function SetupScreen({ setup }: { setup: Setup }) {
  const create = useCreateFirstAccount();
  useHelpAbout('first-start');
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { login: '', password: '', organization: '' },
    validate: {
      login: (value) => (loginShape.test(value) ? null : t('Letters, digits and single hyphens, at most 39.')),
      password: (value) =>
        value.length >= shortestPassword ? null : t('At least {shortestPassword} characters.', { shortestPassword }),
      organization: (value) =>
        value === '' || loginShape.test(value) ? null : t('Letters, digits and single hyphens, at most 39.'),
    },
  });
  const submit = form.onSubmit(({ login, password, organization }) =>
    create.mutate(
      { login, password, ...(organization === '' ? {} : { organization }) },
      { onError: (error) => showFieldErrors(error, form.setFieldError) },
    ),
  );
  return (
    <main className={classes.screen} data-testid="setup">
      <form onSubmit={submit} className={classes.form}>
        <Stack gap="md">
          <Stack gap={4}>
            <Mark size={48} />
            <FocusedTitle order={1}>{t('Set up Gantry')}</FocusedTitle>
            <Text c="dimmed">
              {t(
                'Everything stays on this machine. Imported repositories belong to this account, or to an organization of it.',
              )}
            </Text>
          </Stack>
          <TextInput
            label={t('Login')}
            description={t('Owner of your repositories')}
            required
            autoComplete="off"
            key={form.key('login')}
            {...form.getInputProps('login')}
          />
          <PasswordInput
            label={t('Password')}
            description={t('Unlocks this window, and signs programs in that use the API; 8 characters or more')}
            required
            autoComplete="new-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <TextInput
            label={t('Organization')}
            description={t('Optional: a second owner, for a team')}
            autoComplete="off"
            key={form.key('organization')}
            {...form.getInputProps('organization')}
          />
          {create.isError && <ErrorNotice error={create.error} />}
          <Button type="submit" loading={create.isPending} className={classes.submit}>
            {t('Create account')}
          </Button>
        </Stack>
      </form>
      <Divider className={classes.divider} />
      <Stack gap="xs" className={classes.facts}>
        <Text fw={600}>{t('Data folder')}</Text>
        <Truncated text={setup.data_folder ?? ''} keep="end" />
        <Text fw={600} mt="xs">
          {t('Tools')}
        </Text>
        <ToolList tools={setup.tools} />
      </Stack>
    </main>
  );
}

function showFieldErrors(
  error: unknown,
  setFieldError: (field: 'login' | 'organization' | 'password', text: string) => void,
) {
  if (!(error instanceof ApiError)) return;
  for (const { field, message } of error.fields) {
    if (field === 'login' || field === 'organization' || field === 'password') {
      setFieldError(field, message === undefined ? sentenceOf(error) : message);
    }
  }
}
