import { SimpleGrid } from '@mantine/core';
import type { RepositoryStatistics } from '../../../service/vocabulary/repository-statistics.ts';
import { BarTable } from '../../components/bar-table.tsx';
import { bytesText, numberText } from '../../components/number-words.ts';
import { Section } from '../../components/section.tsx';
import { Truncated } from '../../components/truncated.tsx';
import { t } from '../../language/text.ts';
import { TypeMap } from './type-map.tsx';

/** What the newest files are: by kind, and the largest of them. */
export function FilesSection({ statistics }: { statistics: RepositoryStatistics }) {
  const { files, bytes, types, largest } = statistics;
  if (files === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Section
        title={t('Sizes by type')}
        description={t('{files, plural, one {# file} other {# files}} of the newest state, {bytes}', {
          files,
          bytes: bytesText(bytes),
        })}
        wide
      >
        <TypeMap types={types} bytes={bytes} />
        <BarTable
          caption={t('Table of types')}
          columns={[t('Type'), t('Size'), t('Files')]}
          rows={types.map((kind) => ({
            key: kind.type,
            name: kind.type === '' ? t('without an end') : `.${kind.type}`,
            amount: kind.bytes,
            text: bytesText(kind.bytes),
            more: numberText(kind.files),
          }))}
          testId="repository-types"
        />
      </Section>
      <Section
        title={t('Largest files')}
        description={t('Of the newest state. Hosts often refuse files above 100 MB.')}
        wide
      >
        <BarTable
          caption={t('Table of the largest files')}
          columns={[t('File'), t('Size')]}
          rows={largest.map(({ path, bytes: size }) => ({
            key: path,
            name: <Truncated text={path} keep="end" />,
            amount: size,
            text: bytesText(size),
          }))}
          testId="repository-largest"
        />
      </Section>
    </SimpleGrid>
  );
}
