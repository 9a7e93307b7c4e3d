import { Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Method } from '../../../service/api/calls.ts';
import { shownInPlace } from '../../api/query-client.ts';
import { type RawAnswer, send } from '../../api/request.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { t } from '../../language/text.ts';
import classes from './request-panel.module.css';

const methods: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Sends a request to the API and shows what comes back. */
export function RequestPanel() {
  const [method, setMethod] = useState<Method>('GET');
  const [path, setPath] = useState('/user');
  const [body, setBody] = useState('');
  const attempt = useMutation({
    meta: shownInPlace,
    mutationFn: () => send(method, path.trim(), method === 'GET' || body.trim() === '' ? null : body),
    // An answer may hold a token; it is gone with the panel.
    gcTime: 0,
  });
  const wellFormed = path.trim().startsWith('/');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.mutate();
  };
  return (
    <Stack gap="sm" data-testid="request-panel">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Group gap="sm" align="flex-start" wrap="nowrap">
            <Select
              aria-label={t('Method')}
              data={methods}
              value={method}
              onChange={(value) => value !== null && setMethod(value)}
              allowDeselect={false}
              w={100}
              flex="none"
            />
            <TextInput
              aria-label={t('Path')}
              placeholder="/user/repos?per_page=10"
              value={path}
              onChange={(event) => setPath(event.currentTarget.value)}
              error={wellFormed ? undefined : t('A path begins with a slash.')}
              flex={1}
              spellCheck={false}
              ff="monospace"
            />
            <Button type="submit" flex="none" disabled={!wellFormed} loading={attempt.isPending}>
              {t('Send')}
            </Button>
          </Group>
          {method !== 'GET' && (
            <Textarea
              aria-label={t('Body')}
              placeholder={t('Body, as JSON; may be empty')}
              value={body}
              onChange={(event) => setBody(event.currentTarget.value)}
              autosize
              minRows={3}
              maxRows={10}
              size="xs"
              spellCheck={false}
            />
          )}
        </Stack>
      </form>
      {attempt.isError && <ErrorNotice error={attempt.error} />}
      {attempt.data && <AnswerView answer={attempt.data} />}
    </Stack>
  );
}

function AnswerView({ answer }: { answer: RawAnswer }) {
  const headers = Object.entries(answer.headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  return (
    <Stack gap="xs" role="status" data-testid="request-answer">
      <Text fw={600}>{t('Status {status}', { status: answer.status })}</Text>
      <Block label={t('Headers')} text={headers} />
      {answer.body !== '' && <Block label={t('Body of the answer')} text={indented(answer.body)} />}
    </Stack>
  );
}

function Block({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section className={classes.block} aria-label={label} tabIndex={0}>
      <pre className={classes.text}>{text}</pre>
    </section>
  );
}

/** JSON with line breaks; anything else as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
