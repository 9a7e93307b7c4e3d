import { Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { RepositoryStatistics } from '../../../service/vocabulary/repository-statistics.ts';
import { BarTable } from '../../components/bar-table.tsx';
import { numberText } from '../../components/number-words.ts';
import { Section } from '../../components/section.tsx';
import { TimeBars } from '../../components/time-bars.tsx';
import { dateText } from '../../components/time-words.ts';
import { Truncated } from '../../components/truncated.tsx';
import { isolated, t } from '../../language/text.ts';
import { everyMonth, monthText, summaryOf } from './months.ts';

/** Commits of each month over the years, and who wrote them. */
export function HistorySection({ statistics }: { statistics: RepositoryStatistics }) {
  const months = useMemo(() => everyMonth(statistics.months), [statistics.months]);
  const bars = useMemo(() => months.map(({ seconds, commits }) => ({ seconds, value: commits })), [months]);
  const summary = summaryOf(statistics);
  if (months.length === 0) return null;
  return (
    <>
      <Section title={t('History')} wide>
        <TimeBars
          label={t('Commits a month. {summary}', { summary })}
          bars={bars}
          caption={summary}
          describe={(index) => {
            const month = months[index];
            return month === undefined ? '' : monthText(month);
          }}
          table={
            <BarTable
              caption={t('Table of months')}
              columns={[t('Month'), t('Commits'), t('Mostly')]}
              rows={statistics.months.toReversed().map(({ month, commits, authors }) => ({
                key: month,
                name: month,
                amount: commits,
                text: numberText(commits),
                more: <Truncated text={authors.map(({ name }) => isolated(name)).join(', ')} lines={2} />,
              }))}
              testId="months"
            />
          }
          testId="history-chart"
        />
      </Section>
      <Section title={t('Authors')} wide>
        <Stack gap={4}>
          <BarTable
            caption={t('Table of authors')}
            columns={[t('Author'), t('Commits'), t('Last')]}
            rows={statistics.authors.map(({ name, email, commits, last_at }) => ({
              key: `${name} ${email}`,
              name: <Truncated text={email === '' ? name : `${isolated(name)} <${email}>`} />,
              amount: commits,
              text: numberText(commits),
              more: dateText(last_at),
            }))}
            testId="repository-authors"
          />
          {statistics.authors_count > statistics.authors.length && (
            <Text size="xs" c="dimmed">
              {t('and {authors_count, plural, one {# more author} other {# more authors}}', {
                authors_count: statistics.authors_count - statistics.authors.length,
              })}
            </Text>
          )}
        </Stack>
      </Section>
    </>
  );
}
