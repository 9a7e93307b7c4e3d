import { Stack, Text, Title } from '@mantine/core';
import type { Inspection } from '../../../service/api/migrations/migration-schemas.ts';
import { Facts } from '../../components/facts.tsx';
import { modelWords } from '../../components/migration-words.ts';
import { bytesText, numberText } from '../../components/number-words.ts';
import { momentText } from '../../components/time-words.ts';

/** How many records of each kind, and the archive's own facts. */
export function OverviewTab({ inspection }: { inspection: Inspection }) {
  return (
    <Stack gap="md" maw={720}>
      <Facts
        facts={[
          ['Size', `${bytesText(inspection.size)}, ${bytesText(inspection.unpacked_size)} unpacked`],
          ['Format', inspection.schema_version === null ? 'Not read yet' : `Version ${inspection.schema_version}`],
          ['Opened', momentText(inspection.created_at)],
        ]}
      />
      <Stack gap="xs" component="section" aria-labelledby="archive-records">
        <Title order={2} id="archive-records">
          Records
        </Title>
        {inspection.counts.length === 0 ? (
          <Text c="dimmed">None{inspection.state === 'reading' ? ' yet' : ''}.</Text>
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
