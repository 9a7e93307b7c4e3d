import { Button, Stack, Switch, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useOwnsInstallation } from '../../api/repositories.ts';
import { useSession } from '../../api/session.ts';
import { Section } from '../../components/section.tsx';
import { t } from '../../language/text.ts';
import { OwnPassword } from './own-password.tsx';
import { RememberedPasswords, TrustedServers } from './remembered-access.tsx';
import { TwoFactor } from './two-factor.tsx';

/** When the window asks for the password, and the second factor. */
export function SecuritySettings() {
  const session = useSession();
  const ownsInstallation = useOwnsInstallation();
  return (
    <Stack gap="lg">
      <Section title={t('Session')}>
        <AskAtStart />
        <Text c="dimmed">{t('You are signed in as {login}.', { login: session.data?.login })}</Text>
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => void window.gantry.signOut()}>
          {t('Sign out')}
        </Button>
      </Section>
      <Section title={t('Password')} description={t('Your tokens go on working after a change.')}>
        <OwnPassword />
      </Section>
      <Section
        title={t('Two-factor sign-in')}
        description={t('Signing in and making tokens then need a code of an authenticator app beside the password.')}
      >
        <TwoFactor />
      </Section>
      <Section
        title={t('Remembered passwords')}
        description={t('Of sources and remotes, in this machine’s keychain. Each is used for its address alone.')}
      >
        <RememberedPasswords />
      </Section>
      {ownsInstallation && (
        <Section title={t('Trusted SSH servers')} description={t('Whose keys you accepted in this app.')}>
          <TrustedServers />
        </Section>
      )}
    </Stack>
  );
}

function AskAtStart() {
  const queries = useQueryClient();
  const queryKey = ['ask-at-start'];
  const asks = useQuery({ queryKey, queryFn: () => window.gantry.getAskAtStart() });
  const choose = async (ask: boolean) => {
    queries.setQueryData(queryKey, ask);
    await window.gantry.setAskAtStart({ ask });
  };
  return (
    <Switch
      label={t('Ask for the password at start')}
      description={t('Otherwise Gantry opens for whoever uses your account on this machine.')}
      checked={asks.data ?? false}
      onChange={(event) => void choose(event.currentTarget.checked)}
    />
  );
}
