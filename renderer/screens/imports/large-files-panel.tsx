import { Radio, Stack, Text } from '@mantine/core';
import type { Import, LargeFile } from '../../../service/api/imports/import-schemas.ts';
import { useLargeFiles, useLfsChoice } from '../../api/large-files.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { largeFilesText } from '../../components/import-words.ts';
import { bytesText } from '../../components/number-words.ts';
import { Truncated } from '../../components/truncated.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import classes from './large-files-panel.module.css';

const rowHeight = 48;
const mostVisibleRows = 8;

/** Files over 100 MB, largest first, and what is to become of them. */
export function LargeFilesPanel({ owner, repo, record }: { owner: string; repo: string; record: Import }) {
  const files = useLargeFiles(owner, repo);
  const choice = useLfsChoice(owner, repo);
  const undecided = record.use_lfs === 'undecided';
  if (files.isPending) return <Waiting>{t('Reading the large files…')}</Waiting>;
  if (files.isError) return <ErrorNotice error={files.error} onRetry={() => void files.refetch()} />;
  return (
    <Stack gap="sm" flex={1} mih={0}>
      <Radio.Group
        label={largeFilesText(record)}
        description={t(
          'Many Git hosts refuse files over 100 MB. The choice applies to the whole history, and is carried out when you publish.',
        )}
        value={choice.isPending ? choice.variables : record.use_lfs}
        onChange={(value) => {
          if (value === 'opt_in' || value === 'opt_out') choice.mutate(value);
        }}
      >
        <Stack gap={8} mt={10}>
          <Radio
            value="opt_in"
            label={t('Keep with Git LFS')}
            description={t(
              'Commits get small pointers, the contents lie beside the history. Pushing to a remote sends both; the remote needs Git LFS.',
            )}
          />
          <Radio
            value="opt_out"
            label={t('Leave out')}
            description={t('The files are removed from every commit. The report lists them.')}
          />
          <Radio
            value="undecided"
            label={t('Keep in Git')}
            disabled={!undecided}
            description={
              undecided
                ? t('Nothing is changed; the report warns of them.')
                : t('Only while nothing else was chosen: start the import anew to keep them in Git.')
            }
          />
        </Stack>
      </Radio.Group>
      {choice.isError && <ErrorNotice error={choice.error} />}
      <VirtualList
        label={t('Large files')}
        items={files.data}
        rowHeight={rowHeight}
        keyOf={(file) => `${file.oid} ${file.path}`}
        empty={t('None.')}
        mostRows={mostVisibleRows}
        testId="large-files"
      >
        {(file) => <LargeFileRow file={file} />}
      </VirtualList>
    </Stack>
  );
}

function LargeFileRow({ file }: { file: LargeFile }) {
  // Other refs, such as the one that holds all revisions of Subversion, say nothing to a person.
  const branch = /^refs\/(?:heads|tags)\/(.+)$/.exec(file.ref_name)?.[1] ?? null;
  return (
    <div className={classes.row}>
      <span className={classes.words}>
        <Truncated text={file.path || file.oid} keep="end" />
        {branch !== null && (
          <Text component="span" size="xs" c="dimmed" className={classes.ref}>
            <Truncated text={branch} keep="end" />
          </Text>
        )}
      </span>
      <span className={classes.size}>{bytesText(file.size)}</span>
    </div>
  );
}
