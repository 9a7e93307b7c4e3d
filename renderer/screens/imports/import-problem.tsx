import { Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProjectChoice } from '../../../service/api/imports/import-schemas.ts';
import { useUpdateImport } from '../../api/imports.ts';
import { FailedWork, sentenceOf } from '../../api/request.ts';
import { CredentialsForm } from '../../components/credentials-form.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { HostKeyQuestion } from '../../components/host-key-question.tsx';
import { failedStepWords } from '../../components/import-words.ts';
import { ProjectChoices } from '../../components/project-choices.tsx';
import { t } from '../../language/text.ts';
import { useWizardDraft } from '../../stores/wizard-draft.ts';
import { useBarredSource } from './folder-source.ts';
import type { StepProps } from './step-props.ts';

/** What an import that stopped needs from a person: credentials, a choice, or another attempt. */
export function ImportProblem({ owner, repo, record }: StepProps) {
  switch (record.status) {
    case 'auth_failed':
    case 'detection_needs_auth':
      return <Credentials owner={owner} repo={repo} record={record} />;
    case 'detection_found_multiple':
      return <Choice owner={owner} repo={repo} record={record} />;
    case 'detection_found_nothing':
    case 'error':
      return <Failure owner={owner} repo={repo} record={record} />;
    default:
      return null;
  }
}

function Credentials({ owner, repo, record }: StepProps) {
  const update = useUpdateImport(owner, repo);
  return (
    <>
      <CredentialsForm
        message={record.error_message ?? record.message ?? t('The source asks for a user name and a password.')}
        failure={record.failure}
        initial={{ username: '' }}
        tokenOrWindows={record.vcs === 'tfvc'}
        submitLabel={t('Continue with these')}
        busy={update.isPending}
        onSubmit={({ username, password, remember }) =>
          update.mutate({ vcs_username: username, vcs_password: password, remember_credentials: remember })
        }
      />
      {update.isError && <ErrorNotice error={update.error} />}
    </>
  );
}

function Choice({ owner, repo, record }: StepProps) {
  const update = useUpdateImport(owner, repo);
  const [chosen, setChosen] = useState<ProjectChoice | null>(null);
  const barred = useBarredSource(record.vcs_url);
  return (
    <Stack gap="sm" maw={720}>
      <Text>{t('Several projects were found. Which one should be imported?')}</Text>
      <ProjectChoices choices={record.project_choices ?? []} chosen={chosen} onChoose={setChosen} />
      {update.isError && <ErrorNotice error={update.error} />}
      {barred !== null && <Text c="dimmed">{barred}</Text>}
      <Button
        disabled={chosen === null || barred !== null}
        loading={update.isPending}
        onClick={() => chosen && update.mutate(chosen)}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('Import this project')}
      </Button>
    </Stack>
  );
}

function Failure({ owner, repo, record }: StepProps) {
  const restart = useUpdateImport(owner, repo);
  const barred = useBarredSource(record.vcs_url);
  const prepare = useWizardDraft((draft) => draft.change);
  const navigate = useNavigate();
  if (record.unknown_host !== undefined) {
    return (
      <>
        <HostKeyQuestion host={record.unknown_host} busy={restart.isPending} onAccepted={() => restart.mutate({})} />
        {restart.isError && <ErrorNotice error={restart.error} />}
      </>
    );
  }
  const step = failedStepWords(record.failed_step);
  const sentence =
    record.error_message ??
    record.message ??
    t('No repository was found at this address. Check it, and what the server needs.');
  // Another address is another import: this one stays until that is started in its place.
  const changeAddress = () => {
    prepare({
      step: 'source',
      address: record.vcs_url,
      username: '',
      detection: null,
      choice: null,
      each: null,
      layout: null,
      destination: { owner, name: repo, existing: true },
    });
    void navigate({ to: '/imports/new' });
  };
  return (
    <ErrorNotice
      error={new FailedWork(sentence, record.failure)}
      title={step === null ? t('The import stopped') : t('Stopped at: {step}', { step })}
    >
      {barred !== null && <Text c="dimmed">{barred}</Text>}
      {restart.error !== null && <Text c="dimmed">{sentenceOf(restart.error)}</Text>}
      <Group gap="sm">
        {barred === null && (
          <Button onClick={() => restart.mutate({})} loading={restart.isPending}>
            {t('Try again')}
          </Button>
        )}
        <Button variant="default" onClick={changeAddress}>
          {t('Change address…')}
        </Button>
      </Group>
      <Text c="dimmed" size="xs">
        {t('With another address nothing of this import is lost before the new one is started.')}
      </Text>
    </ErrorNotice>
  );
}
