import { Stack, Text, Title } from '@mantine/core';
import { useOwnsInstallation } from '../../api/repositories.ts';
import { t } from '../../language/text.ts';
import { useWizardDraft } from '../../stores/wizard-draft.ts';
import { SourceFinder } from './source-finder.tsx';

/** Step 1: the address of the source, and credentials when it asks for them. */
export function SourceStep() {
  const draft = useWizardDraft();
  const namesFolders = useOwnsInstallation();
  return (
    <Stack gap="md" maw={720} data-testid="step-source">
      <Title order={2}>{t('Where is the repository?')}</Title>
      <SourceFinder
        initial={draft.address}
        submitLabel={t('Continue')}
        autoFocus
        onFound={() => draft.change({ step: 'found' })}
      >
        {namesFolders
          ? t(
              'Subversion, Mercurial, Git, Team Foundation or Azure DevOps: https, http, svn, svn+ssh, ssh, git, a folder or a bundle on this machine; a pasted command, or a list',
            )
          : t('Subversion, Mercurial, Git, Team Foundation or Azure DevOps: https, http, svn, svn+ssh, ssh, git')}
      </SourceFinder>
      {!namesFolders && (
        <Text c="dimmed">
          {t('Folders of this machine are imported by owners of this installation. Give the address of a server.')}
        </Text>
      )}
    </Stack>
  );
}
