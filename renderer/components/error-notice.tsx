import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { sentenceOf } from '../api/request.ts';

interface ErrorNoticeProps {
  error: unknown;
  title?: string;
  onRetry?: () => void;
  children?: ReactNode;
}

/** An error as a sentence, with what can be done about it. */
export function ErrorNotice({ error, title, onRetry, children }: ErrorNoticeProps) {
  return (
    <Alert
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
        {onRetry && (
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
