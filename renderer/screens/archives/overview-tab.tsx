import { Stack, Text, Title } from '@mantine/core';
import type { Inspection } from '../../../service/api/migrations/migration-schemas.ts';
import { Facts } from '../../components/facts.tsx';
import { modelWords } from '../../components/model-words.ts';
import { bytesText, numberText } from '../../components/number-words.ts';
import { momentText } from '../../components/time-words.ts';
import { t } from '../../language/text.ts';

/** How many records of each kind, and the archive's own facts. */
export function OverviewTab({ inspection }: { inspection: Inspection }) {
  return (
    <Stack gap="md" maw={720}>
      <Facts
        facts={[
          [
            t('Size'),
            t('{size}, {unpacked_size} unpacked', {
              size: bytesText(inspection.size),
              unpacked_size: bytesText(inspection.unpacked_size),
            }),
          ],
          [
            t('Format'),
            inspection.schema_version === null
              ? t('Not read yet')
              : t('Version {schema_version}', { schema_version: inspection.schema_version }),
          ],
          [t('Opened'), momentText(inspection.created_at)],
        ]}
      />
      <Stack gap="xs" component="section" aria-labelledby="archive-records">
        <Title order={2} id="archive-records">
          {t('Records')}
        </Title>
        {inspection.counts.length === 0 ? (
          <Text c="dimmed">{inspection.state === 'reading' ? t('None yet.') : t('None.')}</Text>
        ) : (
          <div data-testid="archive-counts">
            <Facts
              facts={inspection.counts.map(({ model, count }) => [modelWords(model), numberText(count)] as const)}
            />
          </div>
        )}
      </Stack>
    </Stack>
  );
}
