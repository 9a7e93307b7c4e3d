import { Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { RateLimit } from '../../../service/api/access/access-schemas.ts';
import { useRateHistory, useRateLimit } from '../../api/rate-limit.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { RateGauge } from './rate-gauge.tsx';
import classes from './rate-limit-screen.module.css';
import { RequestChart } from './request-chart.tsx';

const categories: { name: keyof RateLimit['resources']; label: string }[] = [
  { name: 'core', label: 'API' },
  { name: 'source_import', label: t('Starts of imports') },
  { name: 'search', label: t('Search') },
  { name: 'graphql', label: 'GraphQL' },
  { name: 'integration_manifest', label: t('Integration manifests') },
  { name: 'code_scanning_upload', label: t('Code scanning uploads') },
];

/** How many requests programs have left for this account. Read once; then events and the clock move it. */
export function RateLimitScreen() {
  const rateLimit = useRateLimit();
  const now = useSeconds();
  const { data, refetch } = rateLimit;
  // A window that ended counts from its start again.
  const ended = data !== undefined && Object.values(data).some(({ reset }) => reset <= now);
  useEffect(() => {
    if (ended) void refetch();
  }, [ended, refetch]);

  if (rateLimit.isPending) return <Waiting>{t('Reading the rate limit…')}</Waiting>;
  if (rateLimit.isError) return <ErrorNotice error={rateLimit.error} onRetry={() => void rateLimit.refetch()} />;
  const resources = rateLimit.data;
  return (
    <Page title={t('Rate limit')}>
      <Text c="dimmed" maw={640}>
        {t('How many requests programs may still send with your account. What this window asks is not counted.')}
      </Text>
      <div className={classes.gauges}>
        {categories.map(({ name, label }) => (
          <RateGauge key={name} name={name} label={label} reading={resources[name]} now={now} />
        ))}
      </div>
      <Section title={t('The last hour')} wide>
        <LastHour now={now} />
      </Section>
    </Page>
  );
}

function LastHour({ now }: { now: number }) {
  const history = useRateHistory();
  if (history.isPending) return <Waiting>{t('Reading the last hour…')}</Waiting>;
  if (history.isError) return <ErrorNotice error={history.error} onRetry={() => void history.refetch()} />;
  return <RequestChart history={history.data} now={now} />;
}

const second = 1000;

/** Seconds since 1970, moving. */
function useSeconds(): number {
  const [now, setNow] = useState(() => Math.floor(Date.now() / second));
  useInterval(() => setNow(Math.floor(Date.now() / second)), second, { autoInvoke: true });
  return now;
}
