import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPaperclip } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import type { ToldInspectedEntry, ToldInspectedThread } from '../../../service/vocabulary/archive-contents.ts';
import { useInspectedThread } from '../../api/inspections.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Facts } from '../../components/facts.tsx';
import { showFailure } from '../../components/failure-message.tsx';
import { bytesText } from '../../components/number-words.ts';
import { Page } from '../../components/page.tsx';
import { momentText } from '../../components/time-words.ts';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { IssueIcon, stateWords } from './issue-icon.tsx';
import { LabelMark } from './label-mark.tsx';
import classes from './thread-screen.module.css';

/** One issue or pull request of an opened archive, with all that was said. */
export function ThreadScreen() {
  const { id, owner, repo, number } = useParams({ from: '/archives/$id/issues/$owner/$repo/$number' });
  const thread = useInspectedThread(Number(id), `${owner}/${repo}`, Number(number));
  if (thread.isPending) return <Waiting>{t('Reading the issue…')}</Waiting>;
  if (thread.isError) {
    return (
      <Page title={t('Archives')}>
        <ErrorNotice error={thread.error} onRetry={() => void thread.refetch()} />
      </Page>
    );
  }
  return <Thread id={Number(id)} thread={thread.data} />;
}

function Thread({ id, thread }: { id: number; thread: ToldInspectedThread }) {
  return (
    <Page title={`${thread.title} #${thread.number}`}>
      <Anchor component={Link} to={`/archives/${id}`} style={{ alignSelf: 'flex-start' }}>
        {t('Back to the archive')}
      </Anchor>
      <Group gap="xs">
        <IssueIcon issue={thread} />
        <Text>{t('{thread} of {repository}', { thread: stateWords(thread), repository: thread.repository })}</Text>
        {thread.labels.map((label) => (
          <LabelMark key={label.name} label={label} />
        ))}
      </Group>
      <div className={classes.facts}>
        <Facts facts={factsOf(thread)} />
      </div>
      <Stack gap="sm" component="section" aria-label={t('What was said')} data-testid="thread">
        <Said
          id={id}
          who={thread.user}
          did={t('wrote')}
          when={thread.created_at}
          body={thread.body}
          attachments={thread.attachments}
        />
        {thread.entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was said does not change.
          <Entry key={index} id={id} entry={entry} />
        ))}
      </Stack>
    </Page>
  );
}

function factsOf(thread: ToldInspectedThread): (readonly [string, string])[] {
  const facts: [string, string | null][] = [
    [t('Milestone'), thread.milestone],
    [t('Assigned to'), thread.assignees.join(', ')],
    [t('From'), thread.head],
    [t('Into'), thread.base],
    [t('Closed'), thread.closed_at === null ? null : momentText(thread.closed_at)],
  ];
  const known = facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
  return known.length === 0 ? [[t('Assigned to'), t('Nobody')]] : known;
}

function Entry({ id, entry }: { id: number; entry: ToldInspectedEntry }) {
  if (entry.kind === 'event') {
    return (
      <Text c="dimmed" size="xs" className={classes.event} data-selectable>
        {[
          entry.user ?? t('Somebody'),
          entry.summary,
          entry.created_at === null ? '' : `· ${momentText(entry.created_at)}`,
        ]
          .filter((part) => part !== null && part !== '')
          .join(' ')}
      </Text>
    );
  }
  const did = {
    comment: t('wrote'),
    review: entry.summary === null ? t('reviewed') : t('reviewed: {summary}', { summary: entry.summary }),
    review_comment: entry.path === null ? t('wrote about the change') : t('wrote about {path}', { path: entry.path }),
  };
  return (
    <Said
      id={id}
      who={entry.user}
      did={did[entry.kind]}
      when={entry.created_at}
      body={entry.body}
      attachments={entry.attachments}
    />
  );
}

interface SaidProps {
  id: number;
  who: string | null;
  did: string;
  when: string | null;
  body: string | null;
  attachments: ToldInspectedEntry['attachments'];
}

/** One person's words, as they were written: nothing in them is drawn or followed. */
function Said({ id, who, did, when, body, attachments }: SaidProps) {
  return (
    <article className={classes.said}>
      <Text size="xs" c="dimmed" className={classes.head}>
        <strong>{who ?? t('Somebody')}</strong> {did}
        {when === null ? '' : ` · ${momentText(when)}`}
      </Text>
      {body !== null && body.trim() !== '' ? (
        <div className={classes.body} data-selectable>
          {body}
        </div>
      ) : (
        <Text c="dimmed" className={classes.body}>
          {t('Nothing was written.')}
        </Text>
      )}
      {attachments.length > 0 && (
        <Group gap="xs" p="xs">
          {attachments.map((attachment) => (
            <Attachment key={attachment.path} id={id} attachment={attachment} />
          ))}
        </Group>
      )}
    </article>
  );
}

function Attachment({ id, attachment }: { id: number; attachment: ToldInspectedEntry['attachments'][number] }) {
  const save = () =>
    void window.gantry
      .saveInspectedFile({ inspection_id: id, path: attachment.path })
      .then(
        (saved) => saved && notifications.show({ message: t('{file} was saved.', { file: saved.file }) }),
        showFailure,
      );
  return (
    <Button
      variant="default"
      size="compact-xs"
      leftSection={<IconPaperclip size={13} aria-hidden />}
      disabled={attachment.size === null}
      title={attachment.size === null ? t('The archive does not hold this file.') : t('Save…')}
      onClick={save}
    >
      {attachment.size === null
        ? t('{name} (missing)', { name: attachment.name })
        : `${attachment.name}, ${bytesText(attachment.size)}`}
    </Button>
  );
}
