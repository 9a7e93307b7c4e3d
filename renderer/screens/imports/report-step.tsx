import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconClockExclamation, IconFolderOpen, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { Import } from '../../../service/api/imports/import-schemas.ts';
import type { ToldReport } from '../../../service/vocabulary/import-report.ts';
import { useBringUpToDate } from '../../api/imports.ts';
import { useReport } from '../../api/report.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { showFailure } from '../../components/failure-message.tsx';
import { numberText } from '../../components/number-words.ts';
import { FocusedTitle } from '../../components/page.tsx';
import { Truncated } from '../../components/truncated.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { RemotesSection } from '../remotes/remotes-section.tsx';
import { ChecksTable } from './checks-table.tsx';
import { CompareEverything } from './compare-everything.tsx';
import { ExtrasPanel } from './extras-panel.tsx';
import { FindRevision } from './find-revision.tsx';
import { FindingsList } from './findings-list.tsx';
import { useBarredSource } from './folder-source.ts';
import { LargeFilesSection } from './large-files-section.tsx';
import { LastUpdateNotice } from './last-update-notice.tsx';
import { type EditedLayout, LayoutPanel } from './layout-panel.tsx';
import { OutsideSection } from './outside-section.tsx';
import classes from './report-step.module.css';
import type { StepProps } from './step-props.ts';
import { UpdateSection } from './update-section.tsx';
import { VerdictSection } from './verdict-section.tsx';

/** Step 7: what arrived, whether it equals the source, and what was left out and why. */
export function ReportStep({ owner, repo, record }: StepProps) {
  const report = useReport(owner, repo);
  if (report.isPending) return <Waiting>{t('Reading the report…')}</Waiting>;
  if (report.isError) return <ErrorNotice error={report.error} onRetry={() => void report.refetch()} />;
  return <Report report={report.data} record={record} />;
}

function Report({ report, record }: { report: ToldReport; record: Import }) {
  const { owner, repo, counts } = report;
  const [shape, setShape] = useState<EditedLayout | null>(null);
  const [editing, setEditing] = useState(false);
  const [adding, setAdding] = useState(false);
  const barred = useBarredSource(record.vcs_url);
  const failures = report.checks.filter((check) => !check.ok).length;
  const attempt = (action: Promise<unknown>) => void action.catch(showFailure);
  return (
    <Stack gap="lg" data-testid="step-report">
      <Stack gap="xs">
        <Group gap={10} wrap="nowrap" align="center" data-testid="report-verdict" data-verified={report.verified}>
          {report.verified ? (
            <IconCircleCheck size={26} className={classes.good} aria-hidden />
          ) : failures === 0 && isEarlier(report) && report.verdict?.complete.state !== 'red' ? (
            <IconClockExclamation size={26} className={classes.earlier} aria-hidden />
          ) : (
            <IconCircleX size={26} className={classes.bad} aria-hidden />
          )}
          <FocusedTitle order={2}>{verdict(report, failures)}</FocusedTitle>
        </Group>
        {report.verdict === undefined ? (
          <Text c="dimmed">{earlierWords(report, failures)}</Text>
        ) : (
          <VerdictSection verdict={report.verdict} />
        )}
        {report.verdict !== undefined && (
          <CompareEverything owner={owner} repo={repo} vcs={report.vcs} barred={barred !== null} />
        )}
        {report.compared_with !== undefined &&
          report.verdict?.equal.state !== 'amber' &&
          report.verdict?.equal.state !== 'green' && <Text data-testid="report-compared">{report.compared_with}</Text>}
      </Stack>
      {record.last_update !== undefined && (
        <LastUpdateNotice owner={owner} repo={repo} vcs={record.vcs} layout={record.layout} last={record.last_update} />
      )}
      {report.verdict !== undefined && record.layout !== null && (
        <OutsideSection
          owner={owner}
          repo={repo}
          complete={report.verdict.complete}
          layout={record.layout}
          defaultBranch={report.default_branch}
        />
      )}
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconFolderOpen size={15} aria-hidden />}
          onClick={() => attempt(window.gantry.openRepositoryFolder({ owner, repo }))}
        >
          {t('Open folder')}
        </Button>
        <BringUpToDate owner={owner} repo={repo} barred={barred !== null} />
        <Button variant="default" onClick={() => attempt(window.gantry.openReport({ owner, repo }))}>
          {t('Open the saved report')}
        </Button>
      </Group>
      {barred !== null && <Text c="dimmed">{barred}</Text>}
      <dl className={classes.counts}>
        <Count
          name={t('Source {vcs, select, git {commits} subversion {revisions} other {changesets}}', { vcs: report.vcs })}
          value={counts.source_revisions}
        />
        <Count name={t('Commits')} value={counts.commits} />
        <Count name={t('Branches')} value={counts.branches} />
        <Count name={t('Tags')} value={counts.tags} />
        <Count name={t('Authors')} value={counts.authors} />
        <Count name={t('Authors mapped')} value={counts.authors_mapped} />
      </dl>
      <RemotesSection owner={owner} repo={repo} />
      {report.update && <UpdateSection update={report.update} vcs={report.vcs} />}
      <Stack gap={2}>
        <Title order={3}>{t('Repository')}</Title>
        <Truncated text={report.repository_path} keep="end" />
      </Stack>
      {record.layout !== null && (
        <details data-testid="report-layout" onToggle={(event) => setEditing(event.currentTarget.open)}>
          <summary>{t('Branches and tags: change the layout')}</summary>
          <div className={classes.layout}>
            {editing && (
              <LayoutPanel
                owner={owner}
                repo={repo}
                vcs={record.vcs}
                layout={record.layout}
                suggested={record.suggested_layout}
                fetching={false}
                held={false}
                edited={shape}
                onEdit={setShape}
              />
            )}
          </div>
        </details>
      )}
      <details data-testid="report-extras" onToggle={(event) => setAdding(event.currentTarget.open)}>
        <summary>
          {t(
            'Extras: notes, messages that name old {vcs, select, git {commits} subversion {revisions} mercurial {changesets, ignored files} other {changesets}}',
            { vcs: report.vcs },
          )}
        </summary>
        <div className={classes.layout}>{adding && <ExtrasPanel owner={owner} repo={repo} record={record} />}</div>
      </details>
      {record.has_large_files && <LargeFilesSection owner={owner} repo={repo} record={record} />}
      <FindRevision owner={owner} repo={repo} vcs={report.vcs} />
      <Stack gap="xs">
        <Title order={3}>{t('What did not arrive as it was')}</Title>
        <FindingsList findings={report.findings} />
      </Stack>
      <Stack gap="xs">
        <Title order={3}>{t('Checks')}</Title>
        <ChecksTable checks={report.checks} total={report.checks_total} />
      </Stack>
    </Stack>
  );
}

/** Whether the repository was compared with an earlier moment of the source only. */
function isEarlier({ source_state }: ToldReport): boolean {
  return source_state === 'moved_on' || source_state === 'not_reached';
}

/** What reports of earlier versions say. */
function earlierWords({ verified }: ToldReport, failures: number): string {
  if (verified) return t('What is in the repository equals the source.');
  if (failures > 0) return t('The repository is kept. Look at the failed checks below before you use it.');
  return t('What is in the repository equals what was fetched.');
}

function verdict(report: ToldReport, failures: number): string {
  const total = numberText(report.checks_total);
  if (report.verdict?.complete.state === 'red') {
    const { lost } = report.verdict.complete;
    return lost > 0
      ? t('Not complete: {revisions, plural, one {# revision} other {# revisions}} not in Git', { revisions: lost })
      : t('Not complete');
  }
  if (report.verified)
    return t('Verified: {checks, plural, one {the only check passed} other {all # checks passed}}', {
      checks: report.checks_total,
    });
  if (failures > 0 || !isEarlier(report)) {
    return t('{failures, plural, =0 {Some checks} one {# check} other {# checks}} of {total} failed', {
      failures,
      total,
    });
  }
  return report.source_state === 'moved_on'
    ? t('Complete, but the source has moved on')
    : t('Complete, but the source was not reached');
}

/** Until the team has switched over, the source goes on; what is new there comes with this. */
function BringUpToDate({ owner, repo, barred }: { owner: string; repo: string; barred: boolean }) {
  const update = useBringUpToDate(owner, repo);
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={15} aria-hidden />}
      loading={update.isPending}
      disabled={barred}
      onClick={() => update.mutate({})}
    >
      {t('Bring up to date')}
    </Button>
  );
}

function Count({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{numberText(value)}</dd>
    </div>
  );
}
