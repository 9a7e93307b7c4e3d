import { Title } from '@mantine/core';
import type { Import } from '../../../service/api/imports/import-schemas.ts';
import { revisionsText, sourceNames } from '../../components/import-words.ts';
import { bytesText } from '../../components/number-words.ts';
import { t } from '../../language/text.ts';
import classes from './publish-step.module.css';

interface BeforeAndAfterProps {
  record: Import;
  /** Authors without a proper address, such that were kept so among them; null while that is counted. */
  unaddressed: number | null;
}

const largeFilesBecome: Record<Import['use_lfs'], string> = {
  opt_in: t('Kept with Git LFS'),
  opt_out: t('Left out of every commit'),
  undecided: t('In the history as they are'),
};

/** The source and what becomes of it, side by side in numbers. */
export function BeforeAndAfter({ record, unaddressed }: BeforeAndAfterProps) {
  const { outcome, authors_count } = record;
  const rows = [
    {
      name: t('History'),
      before: outcome === undefined ? '–' : revisionsText(outcome.revisions, record.vcs),
      after:
        outcome === undefined
          ? '–'
          : t('{commits, plural, one {# commit} other {# commits}}', { commits: outcome.commits }),
    },
    {
      name: t('Lines'),
      before: record.layout === null ? t('as in the source') : t('folders'),
      after:
        outcome === undefined
          ? '–'
          : `${t('{branches, plural, one {# branch} other {# branches}}', { branches: outcome.branches })}, ${t('{tags, plural, one {# tag} other {# tags}}', { tags: outcome.tags })}`,
    },
    {
      name: t('People'),
      before: t('{names, plural, one {# name} other {# names}}', { names: authors_count }),
      after:
        unaddressed === null
          ? '–'
          : unaddressed === 0
            ? t('all with an address')
            : t('{known, number} with an address, {unaddressed, number} without', {
                known: Math.max(0, authors_count - unaddressed),
                unaddressed,
              }),
    },
    ...(record.has_large_files
      ? [
          {
            name: t('Large files'),
            before: `${t('{files, plural, one {# file} other {# files}}', { files: record.large_files_count })}, ${bytesText(record.large_files_size)}`,
            after: largeFilesBecome[record.use_lfs],
          },
        ]
      : []),
  ];
  return (
    <div className={classes.card} data-testid="before-and-after">
      <Title order={3}>{t('Before and after')}</Title>
      <table className={classes.numbers}>
        <thead>
          <tr>
            <th scope="col">{t('What')}</th>
            {/* Two columns of the same name would say neither which is before nor which is after. */}
            <th scope="col">{(record.vcs === 'git' ? undefined : sourceNames[record.vcs ?? '']) ?? t('Source')}</th>
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
