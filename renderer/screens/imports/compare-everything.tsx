import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { ToldComparison } from '../../../service/vocabulary/comparison.ts';
import { useComparison, useStartComparison, useStopComparison } from '../../api/comparisons.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { t } from '../../language/text.ts';
import { namedOf } from './named-differences.ts';

interface CompareEverythingProps {
  owner: string;
  repo: string;
  vcs: string;
  /** Whether the folder of the source may be read. */
  barred: boolean;
}

/** Every revision against the source asked anew, when somebody wants to be sure. */
export function CompareEverything({ owner, repo, vcs, barred }: CompareEverythingProps) {
  const comparison = useComparison(owner, repo);
  const start = useStartComparison(owner, repo);
  const stop = useStopComparison(owner, repo);
  // Where commits are named by what they hold, ids say it all.
  if (vcs === 'git') return null;
  const known = comparison.data ?? null;
  const running = known?.state === 'running';
  const error = start.error ?? stop.error;
  return (
    <Stack gap="xs" align="flex-start" data-testid="compare-everything" data-state={known?.state ?? 'none'}>
      {running ? (
        <>
          <Progress
            value={known.total === null || known.total === 0 ? 0 : (100 * known.compared) / known.total}
            aria-label={t('Comparing every revision')}
            w="100%"
            maw={420}
          />
          <Text role="status">{known.text}</Text>
          <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
            {t('Stop comparing')}
          </Button>
        </>
      ) : (
        <>
          <Group gap="sm">
            <Button
              variant="default"
              loading={start.isPending}
              disabled={barred || comparison.isPending}
              onClick={() => start.mutate()}
            >
              {t('Compare everything')}
            </Button>
            <Text c="dimmed" size="sm">
              {t(
                'Asks the source for its log, and for the files of every {vcs, select, git {commit} subversion {revision} other {changeset}} once more. That can take as long as the import.',
                { vcs },
              )}
            </Text>
          </Group>
          {known !== null && <Text role="status">{endText(known)}</Text>}
        </>
      )}
      {known !== null && !running && <Named comparison={known} />}
      {error !== null && <ErrorNotice error={error} />}
    </Stack>
  );
}

/** What was found stands in the verdict above it. */
function endText({ state, compared, total, text }: ToldComparison): string {
  return state === 'complete'
    ? t('{compared, number} of {revisions, plural, one {# revision} other {# revisions}} compared.', {
        compared,
        revisions: total ?? 0,
      })
    : text;
}

function Named({ comparison }: { comparison: ToldComparison }) {
  const { differences, left, more } = namedOf(comparison);
  if (differences.length === 0 && left.length === 0) return null;
  return (
    <Stack component="ul" gap={2} m={0} pl="md">
      {differences.map(({ revision, path, files, commit }) => (
        <li key={`${revision} ${path} ${commit}`} data-selectable>
          {t('{revision} of {path} differs: {files}', { revision, path, files: files.join(', ') })}
        </li>
      ))}
      {left.map((text) => (
        <li key={text} data-selectable>
          {t('Not compared: {text}', { text })}
        </li>
      ))}
      {more > 0 && <li>{t('and more: {lines, plural, one {# line} other {# lines}}', { lines: more })}</li>}
    </Stack>
  );
}
