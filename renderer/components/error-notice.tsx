import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiError, NotConfirmed, sentenceOf } from '../api/request.ts';
import { t } from '../language/text.ts';
import { type ErrorPage, errorPageOfThrown } from './error-pages.ts';
import { MoreAbout } from './more-about.tsx';

interface ErrorNoticeProps {
  error: unknown;
  title?: string;
  /** Not offered where what it is about is gone. */
  onRetry?: () => void;
  /** Page of the guide, where the error itself does not say which. */
  page?: ErrorPage;
  children?: ReactNode;
}

/** An error as a sentence, with what can be done about it. */
export function ErrorNotice({ error, title, onRetry, page, children }: ErrorNoticeProps) {
  if (error instanceof NotConfirmed) return <Unconfirmed error={error} onRetry={onRetry} />;
  return (
    <Alert
      ref={intoSight}
      style={{ scrollMarginBottom: buttonsHeight }}
      color="red"
      variant="outline"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={title}
      role="alert"
      data-testid="error-notice"
    >
      <Stack gap="xs" align="flex-start">
        <Text data-selectable>{sentenceOf(error)}</Text>
        {children}
        <Group gap="xs">
          {onRetry && !(error instanceof ApiError && error.status === 404) && (
            <Button variant="default" onClick={onRetry}>
              {t('Try again')}
            </Button>
          )}
          <MoreAbout page={page ?? errorPageOfThrown(error)} />
        </Group>
      </Stack>
    </Alert>
  );
}

/** Pixels of what ends a dialog, and stays at its edge. */
const buttonsHeight = 72;

/** In a dialog that scrolls it stands below what was filled in: a button that was pressed would seem to do nothing. */
function intoSight(notice: HTMLElement | null): void {
  if (notice?.closest('[role="dialog"]')) notice.scrollIntoView({ block: 'nearest' });
}

/** The password was not given: no error, but what waits for it can be asked again. */
function Unconfirmed({ error, onRetry }: { error: NotConfirmed; onRetry: (() => void) | undefined }) {
  return (
    <Stack gap="xs" align="flex-start" role="status" data-testid="unconfirmed">
      <Text c="dimmed">{onRetry ? t('This is shown when you confirm your password.') : sentenceOf(error)}</Text>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          {t('Confirm the password…')}
        </Button>
      )}
    </Stack>
  );
}
