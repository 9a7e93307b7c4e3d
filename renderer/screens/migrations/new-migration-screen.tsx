import { Button } from '@mantine/core';
import { useOwners } from '../../api/repositories.ts';
import { useRepositorySummaries } from '../../api/repository-summaries.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Page } from '../../components/page.tsx';
import { StepRail } from '../../components/step-rail.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { useMigrationDraft } from '../../stores/migration-draft.ts';
import { indexOfStep, migrationSteps, stepAt } from './migration-steps.ts';
import { OptionsStep } from './options-step.tsx';
import { OwnerStep } from './owner-step.tsx';
import { RepositoriesStep } from './repositories-step.tsx';
import { ReviewStep } from './review-step.tsx';

/** The wizard before a migration starts. What was chosen stays, whatever happens to the window. */
export function NewMigrationScreen() {
  const { step, owner, change, discard } = useMigrationDraft();
  const repositories = useRepositorySummaries();
  const owners = useOwners();
  // An organization that the person owns no longer has to be chosen anew.
  const mayNot = owner !== null && owners.data?.owned.includes(owner) === false;
  const shown = owner === null || mayNot ? 'owner' : step;
  const own = repositories.data?.filter((repository) => repository.owner === owner) ?? [];
  return (
    <Page
      title={t('New migration')}
      focusTitle={false}
      fill={shown === 'repositories'}
      actions={
        owner !== null && (
          <Button variant="subtle" onClick={discard} flex="none">
            {t('Start over')}
          </Button>
        )
      }
    >
      <StepRail
        label={t('Steps of the migration')}
        steps={migrationSteps}
        current={indexOfStep(shown)}
        onGoBack={(index) => change({ step: stepAt(index) })}
      />
      {repositories.isPending && <Waiting>{t('Reading your repositories…')}</Waiting>}
      {repositories.isError && <ErrorNotice error={repositories.error} onRetry={() => void repositories.refetch()} />}
      {repositories.data && shown === 'owner' && <OwnerStep repositories={repositories.data} />}
      {repositories.data && owner !== null && shown === 'repositories' && (
        <RepositoriesStep owner={owner} repositories={own} />
      )}
      {repositories.data && shown === 'options' && <OptionsStep />}
      {repositories.data && owner !== null && shown === 'review' && <ReviewStep owner={owner} repositories={own} />}
    </Page>
  );
}
