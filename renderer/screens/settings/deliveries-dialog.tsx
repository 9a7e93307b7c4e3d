import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Hook, HookDelivery } from '../../../service/api/organizations/hook-schemas.ts';
import { useDeliveries, useDelivery, useSendAgain } from '../../api/hooks.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { StateLabel } from '../../components/status-label.tsx';
import { momentText } from '../../components/time-words.ts';
import { Truncated } from '../../components/truncated.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import classes from './deliveries-dialog.module.css';

interface DeliveriesDialogProps {
  owner: string;
  hook: Hook;
  onClose(): void;
}

const rowHeight = 40;
const mostRows = 5;

/** The deliveries of a webhook that are kept, each with what was sent and what came back. */
export function DeliveriesDialog({ owner, hook, onClose }: DeliveriesDialogProps) {
  const deliveries = useDeliveries(owner, hook.id);
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = chosen ?? deliveries.rows?.[0]?.id ?? null;
  return (
    <Dialog onClose={onClose} title={<Truncated text={t('Deliveries to {url}', { url: hook.config.url })} />} size="xl">
      <Stack gap="md" data-testid="deliveries">
        {deliveries.isPending && <Waiting>{t('Reading the deliveries…')}</Waiting>}
        {deliveries.isError && <ErrorNotice error={deliveries.error} onRetry={() => void deliveries.refetch()} />}
        {deliveries.rows?.length === 0 && !deliveries.isError && (
          <Text c="dimmed">{t('Nothing was delivered yet: no import has ended.')}</Text>
        )}
        {deliveries.rows && deliveries.rows.length > 0 && (
          <VirtualList
            label={t('Deliveries')}
            items={deliveries.rows}
            rowHeight={rowHeight}
            keyOf={(delivery) => delivery.id}
            empty={t('None.')}
            mostRows={mostRows}
            onEnd={deliveries.more}
            testId="delivery-list"
          >
            {(delivery) => (
              <button
                type="button"
                className={classes.row}
                aria-pressed={delivery.id === shown}
                onClick={() => setChosen(delivery.id)}
              >
                <StateLabel {...stateOf(delivery)} state={delivery.state} testId="delivery-state" />
                <Truncated text={delivery.status} />
                <Text component="span" size="xs" c="dimmed" className={classes.when}>
                  {delivery.redelivery && `${t('Sent again')} · `}
                  {momentText(delivery.created_at)}
                </Text>
              </button>
            )}
          </VirtualList>
        )}
        {shown !== null && <OneDelivery key={shown} owner={owner} hook={hook.id} id={shown} />}
      </Stack>
    </Dialog>
  );
}

function OneDelivery({ owner, hook, id }: { owner: string; hook: number; id: number }) {
  const delivery = useDelivery(owner, hook, id);
  const again = useSendAgain(owner, hook);
  if (delivery.isPending) return <Waiting>{t('Reading the delivery…')}</Waiting>;
  if (delivery.isError) return <ErrorNotice error={delivery.error} onRetry={() => void delivery.refetch()} />;
  const { request, response, attempts, next_attempt_at: next } = delivery.data;
  return (
    <Stack gap="sm" data-testid="delivery">
      <Group justify="space-between">
        <Text c="dimmed" size="xs">
          {t('{attempts, plural, one {# attempt} other {# attempts}}', { attempts })}
          {next !== null && ` · ${t('the next one {next}', { next: momentText(next) })}`}
        </Text>
        <Button variant="default" loading={again.isPending} onClick={() => again.mutate(id)}>
          {t('Send again')}
        </Button>
      </Group>
      {again.isError && <ErrorNotice error={again.error} />}
      <Exchange title={t('Request')} headers={request.headers} body={JSON.stringify(request.payload, null, 2)} />
      <Exchange title={t('Response')} headers={response.headers} body={response.payload} />
    </Stack>
  );
}

interface ExchangeProps {
  title: string;
  headers: Record<string, string> | null;
  body: string | null;
}

function Exchange({ title, headers, body }: ExchangeProps) {
  if (headers === null) return null;
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <Stack gap={4}>
      <Title order={3}>{title}</Title>
      <Code block className={classes.text} tabIndex={0} aria-label={title} role="region">
        {[...head, '', body ?? ''].join('\n')}
      </Code>
    </Stack>
  );
}

function stateOf({ state }: HookDelivery) {
  const states = {
    waiting: { words: t('Waiting'), tone: 'busy' },
    delivered: { words: t('Delivered'), tone: 'good' },
    failed: { words: t('Failed'), tone: 'bad' },
  } as const;
  return states[state];
}
