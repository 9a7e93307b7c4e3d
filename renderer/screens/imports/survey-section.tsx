import { Alert, Button, List, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Survey } from '../../../service/api/imports/survey-schemas.ts';
import { useSurvey } from '../../api/imports.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Facts } from '../../components/facts.tsx';
import { bytesText, numberText } from '../../components/number-words.ts';
import { dateText, timeText } from '../../components/time-words.ts';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { useDraftPassword, useWizardDraft } from '../../stores/wizard-draft.ts';
import { FindingsList } from './findings-list.tsx';

/**
 * What the source holds, counted without fetching it. The wizard does not wait for it.
 * @param project Team Foundation project that was chosen of several
 */
export function SurveySection({ vcs, project }: { vcs: string; project: string | null }) {
  const { address, username } = useWizardDraft();
  const password = useDraftPassword((draft) => draft.password);
  const survey = useSurvey({
    vcs,
    vcs_url: address,
    ...(username === '' ? {} : { vcs_username: username }),
    ...(password === '' ? {} : { vcs_password: password }),
    ...(project === null ? {} : { tfvc_project: project }),
  });
  return (
    <Stack gap="xs" component="section" aria-labelledby="survey" maw={720} data-testid="survey">
      <Title order={3} id="survey">
        {t('What is in it')}
      </Title>
      {survey.isPending && <Waiting>{t('Counting revisions, authors and files…')}</Waiting>}
      {survey.isError && <ErrorNotice error={survey.error} onRetry={() => void survey.refetch()} />}
      {survey.data && <Found survey={survey.data} />}
    </Stack>
  );
}

function Found({ survey }: { survey: Survey }) {
  const { large_files: large } = survey;
  return (
    <Stack gap="sm">
      <Facts facts={factsOf(survey)} />
      {large !== null && large.length > 0 && (
        <Alert color="yellow" variant="outline" icon={<IconAlertTriangle size={18} aria-hidden />}>
          <Text>
            {t(
              '{files, plural, one {# file} other {# files}} over 100 MB: {names}{more, plural, =0 {} other { and more}}. What becomes of large files is chosen later.',
              {
                files: large.length,
                names: large.slice(0, 3).map(fileText).join(', '),
                more: Math.max(0, large.length - 3),
              },
            )}
          </Text>
        </Alert>
      )}
      {survey.findings.length > 0 && <FindingsList findings={survey.findings} />}
      {survey.cloned_from !== null && <ImportOriginInstead address={survey.cloned_from} />}
      {survey.unknown.length > 0 && (
        <List size="sm" c="dimmed">
          {survey.unknown.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}

function ImportOriginInstead({ address }: { address: string }) {
  const change = useWizardDraft((draft) => draft.change);
  const setPassword = useDraftPassword((draft) => draft.setPassword);
  return (
    <Button
      variant="default"
      style={{ alignSelf: 'flex-start' }}
      onClick={() => {
        setPassword('', false);
        change({ step: 'source', address, username: '', detection: null, destination: null });
      }}
    >
      {t('Import that repository instead')}
    </Button>
  );
}

function factsOf(survey: Survey): (readonly [string, string])[] {
  const unknown = t('Known when it is fetched');
  const dates = [survey.first_at, survey.last_at].map(dateText).filter((text) => text !== '');
  return [
    [
      t('{vcs, select, git {Commits} subversion {Revisions} other {Changesets}}', { vcs: survey.vcs }),
      survey.revisions === null ? unknown : numberText(survey.revisions),
    ],
    [t('Authors'), survey.authors_count === null ? unknown : numberText(survey.authors_count)],
    ...(dates.length === 2 ? [[t('From, to'), dates.join(' – ')] as const] : []),
    [t('Newest files'), survey.size === null ? unknown : bytesText(survey.size)],
    [
      t('Time'),
      survey.seconds_estimate === null
        ? t('Not known yet: no such source was imported on this machine')
        : t('About {seconds_estimate}, judging by earlier imports', {
            seconds_estimate: timeText(survey.seconds_estimate),
          }),
    ],
  ];
}

function fileText({ path, size }: { path: string; size: number }): string {
  return `${path} (${bytesText(size)})`;
}
