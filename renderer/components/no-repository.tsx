import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWholeTrash } from '../api/overview.ts';
import { t } from '../language/text.ts';
import { NewImportButton } from './new-import-button.tsx';
import { Page } from './page.tsx';
import { Truncated } from './truncated.tsx';

/** A place of a repository that is not there: where it went, as far as that is known, and the way on. */
export function NoRepository({ owner, repo }: { owner: string; repo: string }) {
  const name = `${owner}/${repo}`;
  const inTrash = (useWholeTrash().data ?? []).some(({ full_name }) => full_name.toLowerCase() === name.toLowerCase());
  return (
    <Page title={<Truncated text={name} />} actions={<NewImportButton />}>
      <Text c="dimmed">
        {inTrash
          ? t('This repository was thrown away. It can be taken back from the trash, which is on Home.')
          : t('There is no repository of this name. It may have been renamed or removed.')}{' '}
        <Link to="/">{t('Go to Home')}</Link>
      </Text>
    </Page>
  );
}
