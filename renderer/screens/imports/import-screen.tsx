import { Button, Group, Stack, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Import } from '../../../service/api/imports/import-schemas.ts';
import { useImport } from '../../api/imports.ts';
import { useRepository } from '../../api/overview.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { followedTitle, sourceNames } from '../../components/import-words.ts';
import { NewImportButton } from '../../components/new-import-button.tsx';
import { NoRepository } from '../../components/no-repository.tsx';
import { Page } from '../../components/page.tsx';
import { StepRail } from '../../components/step-rail.tsx';
import { Truncated } from '../../components/truncated.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { useHelpAbout } from '../../stores/desk.ts';
import { CancelImport } from './cancel-import.tsx';
import { HeldImport } from './held-import.tsx';
import type { EditedLayout } from './layout-panel.tsx';
import { ProgressStep } from './progress-step.tsx';
import { ReportStep } from './report-step.tsx';
import type { StepProps } from './step-props.ts';
import {
  type HeldStep,
  heldStepAt,
  indexOfHeldStep,
  indexOfRunningStep,
  isShapedMeanwhile,
  stepOfImport,
  wizardSteps,
} from './wizard-steps.ts';

/** The wizard of a started import: the step follows the import's state. */
export function ImportScreen() {
  const { owner, repo } = useParams({ from: '/imports/$owner/$repo' });
  const found = useImport(owner, repo);
  if (found.isPending) return <Waiting>{t('Reading the import…')}</Waiting>;
  if (found.isError) return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === null) return <NoImport owner={owner} repo={repo} />;
  return <StartedImport key={found.data.id} owner={owner} repo={repo} record={found.data} />;
}

function NoImport({ owner, repo }: { owner: string; repo: string }) {
  const repository = useRepository(owner, repo);
  if (repository.isPending) return <Waiting>{t('Reading the repository…')}</Waiting>;
  if (repository.isError) return <ErrorNotice error={repository.error} onRetry={() => void repository.refetch()} />;
  if (repository.data === null) return <NoRepository owner={owner} repo={repo} />;
  return (
    <Page title={<Truncated text={`${owner}/${repo}`} />} actions={<NewImportButton />}>
      <Text c="dimmed">
        {t('No import of this repository is kept here.')}{' '}
        <Link to="/repositories/$owner/$repo" params={{ owner, repo }}>
          {t('Open the repository')}
        </Link>
      </Text>
    </Page>
  );
}

function sourceText({ vcs, vcs_url, tfvc_project: project }: Import): string {
  const name = sourceNames[vcs ?? ''] ?? t('Source');
  return vcs !== 'tfvc' || project === undefined
    ? `${name}: ${vcs_url}`
    : t('{name}: {project} at {vcs_url}', { name, project, vcs_url });
}

/** Page of the guide about a step of an import that is looked at before it is published. */
function helpAboutHeld(held: HeldStep, vcs: Import['vcs']): string {
  if (held === 'people') return 'authors';
  if (held === 'publish') return 'publish';
  return vcs === 'mercurial' || vcs === 'git' ? vcs : vcs === 'tfvc' ? 'team-foundation' : 'layout';
}

function StartedImport({ owner, repo, record }: StepProps) {
  const step = stepOfImport(record);
  const [held, setHeld] = useState<HeldStep>('people');
  /** A layout that is edited and not applied yet: it outlives the end of the fetch. */
  const [shape, setShape] = useState<EditedLayout | null>(null);
  const meanwhile = isShapedMeanwhile(record);
  const shaping = meanwhile && held === 'shape';
  const review = step === 'review';
  useHelpAbout(review || shaping ? helpAboutHeld(held, record.vcs) : step === 'report' ? 'report' : 'source');
  // An update that comes to be looked at begins where its question is, wherever the import before it was left.
  if (!review && !meanwhile && held !== 'people') setHeld('people');
  return (
    <Page
      title={
        <Stack gap={0} component="span">
          <Truncated text={`${owner}/${repo}`} />
          <Text component="span" c="dimmed" fw={400}>
            <Truncated text={sourceText(record)} />
          </Text>
        </Stack>
      }
      actions={
        step === 'report' ? (
          <Group gap="sm" wrap="nowrap" flex="none">
            <Button
              variant="default"
              component={Link}
              to="/repositories/$owner/$repo"
              params={{ owner, repo } as never}
              data-testid="to-repository"
            >
              {t('Repository')}
            </Button>
            <NewImportButton label={t('Import another')} />
          </Group>
        ) : (
          <CancelImport owner={owner} repo={repo} updating={record.updating === true} />
        )
      }
      focusTitle={false}
      fill={review || shaping}
    >
      <StepRail
        label={t('Steps of the import')}
        steps={wizardSteps}
        current={review ? indexOfHeldStep(held) : indexOfRunningStep(step)}
        open={[2, 3]}
        // The source was read: it cannot be another one any more.
        {...(review ? { onGoBack: (index: number) => setHeld(heldStepAt(index) ?? held), first: 1 } : {})}
      />
      {(review || shaping) && (
        <HeldImport
          owner={owner}
          repo={repo}
          record={record}
          step={held}
          onStep={setHeld}
          fetching={shaping}
          shape={shape}
          onShape={setShape}
        />
      )}
      {step === 'report' && <ReportStep owner={owner} repo={repo} record={record} />}
      {((step === 'progress' && !shaping) || step === 'push') && (
        <ProgressStep
          key={step}
          owner={owner}
          repo={repo}
          record={record}
          title={followedTitle(record, step)}
          onShape={meanwhile ? () => setHeld('shape') : undefined}
        />
      )}
    </Page>
  );
}
