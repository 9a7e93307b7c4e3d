import { Stack, Text, Title } from '@mantine/core';
import type { ToldReport } from '../../../service/vocabulary/import-report.ts';
import { momentText } from '../../components/time-words.ts';
import { Truncated } from '../../components/truncated.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { t } from '../../language/text.ts';
import classes from './update-section.module.css';

type Update = NonNullable<ToldReport['update']>;

const rowHeight = 34;
const mostRows = 8;

/** What the last update of an imported repository brought. */
export function UpdateSection({ update, vcs }: { update: Update; vcs: ToldReport['vcs'] }) {
  return (
    <Stack gap="xs" component="section" aria-labelledby="update" data-testid="update">
      <Title order={3} id="update">
        {t('What came with this update')}
      </Title>
      <Text c="dimmed">
        {update.new_revisions <= 0 && update.refs.length > 0
          ? t('Branches or tags changed since {since}.', { since: momentText(update.since) })
          : t(
              '{vcs, select, git {{count, plural, =0 {Nothing new} one {# new commit} other {# new commits}}} subversion {{count, plural, =0 {Nothing new} one {# new revision} other {# new revisions}}} other {{count, plural, =0 {Nothing new} one {# new changeset} other {# new changesets}}}} since {since}.',
              { count: Math.max(0, update.new_revisions), vcs, since: momentText(update.since) },
            )}
      </Text>
      {update.refs.length > 0 && (
        <VirtualList
          label={t('Branches and tags that changed')}
          items={update.refs}
          rowHeight={rowHeight}
          keyOf={(ref) => ref.name}
          empty={t('None.')}
          mostRows={mostRows}
          testId="update-refs"
        >
          {(ref) => (
            <div className={classes.row}>
              <Truncated text={ref.name.replace(/^refs\/(heads|tags)\//, '')} />
              <Text component="span" size="xs" c="dimmed">
                {changeText(ref)}
              </Text>
            </div>
          )}
        </VirtualList>
      )}
    </Stack>
  );
}

function changeText({ name, before, after, commits }: Update['refs'][number]): string {
  const isTag = name.startsWith('refs/tags/');
  if (after === null) return isTag ? t('The tag is gone from the source') : t('The branch is gone from the source');
  const came = t('{commits, plural, one {# new commit} other {# new commits}}', { commits: commits ?? 0 });
  if (before === null) {
    const made = isTag ? t('New tag') : t('New branch');
    return commits === null || commits === 0 ? made : `${made}, ${came}`;
  }
  return commits === null ? t('Rewritten in the source') : came;
}
