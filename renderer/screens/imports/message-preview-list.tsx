import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { MessagePreview } from '../../../service/vocabulary/message-preview.ts';
import { MESSAGES_PER_PAGE, useMessagePreview } from '../../api/report.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import classes from './message-preview-list.module.css';

/** Messages that name old revisions, before and after, a page at a time. */
export function MessagePreviewList({ owner, repo }: { owner: string; repo: string }) {
  const [page, setPage] = useState(1);
  const preview = useMessagePreview(owner, repo, page);
  if (preview.isPending) return <Waiting>{t('Reading the messages…')}</Waiting>;
  if (preview.isError) return <ErrorNotice error={preview.error} onRetry={() => void preview.refetch()} />;
  const { data } = preview;
  const last = Math.max(1, Math.ceil(data.total_count / MESSAGES_PER_PAGE));
  return (
    <Stack gap="xs" data-testid="message-preview">
      <Text role="status">{summary(data)}</Text>
      {data.items.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        <div className={classes.box} tabIndex={0} role="region" aria-label={t('Messages before and after')}>
          <table className={classes.table}>
            <thead>
              <tr>
                {[t('Before'), t('After'), t('Stays as it is')].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.items.map(({ commit, before, after, left }) => (
                <tr key={commit} data-selectable>
                  <td>{before}</td>
                  <td>{after === before ? t('The same') : after}</td>
                  <td>{left.map(({ text, reason }) => `${text}: ${reasons[reason]}`).join('\n')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {last > 1 && (
        <Group gap="sm">
          <Button variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('Earlier messages')}
          </Button>
          <Text component="span">{t('Page {page, number} of {last, number}', { page, last })}</Text>
          <Button variant="default" disabled={page === last} onClick={() => setPage(page + 1)}>
            {t('Later messages')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const reasons: Record<MessagePreview['items'][number]['left'][number]['reason'], string> = {
  ambiguous: t('could be several commits'),
  unknown: t('became no commit'),
  later: t('its commit comes later'),
};

function summary({ messages, changed, rewritten, ambiguous, unknown, later }: MessagePreview): string {
  if (messages === 0) return t('Nothing to replace: every commit has the id that it has in the source.');
  const left = ambiguous + unknown + later;
  const first =
    changed === 0
      ? t('None of {messages, plural, one {# message} other {# messages}} changes.', { messages })
      : t(
          '{changed, number} of {messages, plural, one {# message} other {# messages}} {changed, plural, one {changes} other {change}}, with {names, plural, one {# name} other {# names}}.',
          { changed, messages, names: rewritten },
        );
  if (left === 0) return first;
  const why = [
    [ambiguous, t('{ambiguous, number} could be several commits', { ambiguous })],
    [unknown, t('{unknown, number} became no commit', { unknown })],
    [later, t('{later, plural, one {# comes later} other {# come later}}', { later })],
  ] as const;
  const parts = why.filter(([count]) => count > 0).map(([, words]) => words);
  return `${first} ${t('{names, plural, one {# name stays} other {# names stay}}: {parts}.', { names: left, parts: parts.join(', ') })}`;
}
