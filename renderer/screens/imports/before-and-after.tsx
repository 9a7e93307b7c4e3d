import { Title } from '@mantine/core';
import type { Import } from '../../../service/api/imports/import-schemas.ts';
import { revisionWord, sourceNames } from '../../components/import-words.ts';
import { bytesText, countText, numberText } from '../../components/number-words.ts';
import classes from './publish-step.module.css';

interface BeforeAndAfterProps {
  record: Import;
  /** Authors without a proper address; null while that is counted. */
  open: number | null;
}

const largeFilesBecome: Record<Import['use_lfs'], string> = {
  opt_in: 'Kept with Git LFS',
  opt_out: 'Left out of every commit',
  undecided: 'In the history as they are',
};

/** The source and what becomes of it, side by side in numbers. */
export function BeforeAndAfter({ record, open }: BeforeAndAfterProps) {
  const { outcome, authors_count } = record;
  const word = revisionWord(record.vcs);
  const rows = [
    {
      name: 'History',
      before: outcome === undefined ? '–' : countText(outcome.revisions, word),
      after: outcome === undefined ? '–' : countText(outcome.commits, 'commit'),
    },
    {
      name: 'Lines',
      before: record.layout === null ? 'as in the source' : 'folders',
      after:
        outcome === undefined
          ? '–'
          : `${countText(outcome.branches, 'branch', 'branches')}, ${countText(outcome.tags, 'tag')}`,
    },
    {
      name: 'People',
      before: countText(authors_count, 'name'),
      after:
        open === null
          ? '–'
          : open === 0
            ? 'all with an address'
            : `${numberText(Math.max(0, authors_count - open))} with an address, ${numberText(open)} without`,
    },
    ...(record.has_large_files
      ? [
          {
            name: 'Large files',
            before: `${countText(record.large_files_count, 'file')}, ${bytesText(record.large_files_size)}`,
            after: largeFilesBecome[record.use_lfs],
          },
        ]
      : []),
  ];
  return (
    <div className={classes.card} data-testid="before-and-after">
      <Title order={3}>Before and after</Title>
      <table className={classes.numbers}>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">{sourceNames[record.vcs ?? ''] ?? 'Source'}</th>
            <th scope="col">Git</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, before, after }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
