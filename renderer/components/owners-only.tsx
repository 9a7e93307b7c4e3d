import { Text } from '@mantine/core';
import type { FunctionComponent } from 'react';
import { useOwners } from '../api/repositories.ts';
import { t } from '../language/text.ts';
import { ErrorNotice } from './error-notice.tsx';
import { Page } from './page.tsx';
import { Waiting } from './waiting.tsx';

/**
 * A screen that is for owners of the installation; anybody else reads why it is not there.
 * @param title of the screen
 * @param reason whole sentences
 */
export function ownersOnly(Screen: FunctionComponent, title: string, reason: string): FunctionComponent {
  return function OwnersOnly() {
    const owners = useOwners();
    if (owners.isPending) return <Waiting>{t('Reading your account…')}</Waiting>;
    if (owners.isError) return <ErrorNotice error={owners.error} onRetry={() => void owners.refetch()} />;
    if (owners.data.installation) return <Screen />;
    return (
      <Page title={title}>
        <Text c="dimmed" maw={560} data-testid="owners-only">
          {reason}
        </Text>
      </Page>
    );
  };
}
