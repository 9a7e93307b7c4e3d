import { Stack, Text, Title } from '@mantine/core';
import type { ImportReport } from '../../../service/vocabulary/import-report.ts';
import { revisionWord } from '../../components/import-words.ts';
import { countText } from '../../components/number-words.ts';
import { momentText } from '../../components/time-words.ts';
import { Truncated } from '../../components/truncated.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import classes from './update-section.module.css';

type Update = NonNullable<ImportReport['update']>;

const rowHeight = 34;
const mostRows = 8;

/** What the last update of an imported repository brought. */
export function UpdateSection({ update, vcs }: { update: Update; vcs: ImportReport['vcs'] }) {
  const word = revisionWord(vcs);
  return (
    <Stack gap="xs" component="section" aria-labelledby="update" data-testid="update">
      <Title order={3} id="update">
        What came with this update
      </Title>
      <Text c="dimmed">
        {update.new_revisions === 0 ? 'Nothing new' : `${countText(Math.max(0, update.new_revisions), `new ${word}`)}`}{' '}
        since {momentText(update.since)}.
      </Text>
      {update.refs.length > 0 && (
        <VirtualList
          label="Branches and tags that changed"
          items={update.refs}
          rowHeight={rowHeight}
          keyOf={(ref) => ref.name}
          empty="None."
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
  const kind = name.startsWith('refs/tags/') ? 'tag' : 'branch';
  if (after === null) return `The ${kind} is gone from the source`;
  const came = commits === null || commits === 0 ? '' : `, ${countText(commits, 'new commit')}`;
  if (before === null) return `New ${kind}${came}`;
  return commits === null ? 'Rewritten in the source' : countText(commits, 'new commit');
}
