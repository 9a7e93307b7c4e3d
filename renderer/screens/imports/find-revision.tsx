import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useFoundRevisions } from '../../api/report.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Truncated } from '../../components/truncated.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import classes from './find-revision.module.css';

/** An example of what people remember, by kind of source. */
const examples: Record<string, string> = { subversion: 'r4711', tfvc: 'C815', mercurial: '1a2b3c4d', git: '617c34' };

/** What became of a revision whose old number or id somebody has. */
export function FindRevision({ owner, repo, vcs }: { owner: string; repo: string; vcs: string }) {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  return (
    <Stack gap="xs" data-testid="find-revision">
      <Title order={3}>{t('Find an old number')}</Title>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(text.trim());
        }}
      >
        <Group gap="sm" align="flex-end" wrap="nowrap" maw={560}>
          <TextInput
            label={t('Revision, changeset or commit of the source')}
            description={t('Such as {example}, or a part of a folder, an author or a date', {
              example: examples[vcs] ?? 'r4711',
            })}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            flex={1}
          />
          <Button type="submit" variant="default" disabled={text.trim() === ''}>
            {t('Find')}
          </Button>
        </Group>
      </form>
      {asked !== '' && <Found owner={owner} repo={repo} text={asked} />}
    </Stack>
  );
}

function Found({ owner, repo, text }: { owner: string; repo: string; text: string }) {
  const found = useFoundRevisions(owner, repo, text);
  if (found.isPending) return <Waiting>{t('Looking for {text}…', { text })}</Waiting>;
  if (found.isError) return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === null) {
    return <Text c="dimmed">{t('Nothing was rewritten: every commit has the id that it has in the source.')}</Text>;
  }
  const { revisions, total_count } = found.data;
  return (
    <>
      <Text role="status" c="dimmed">
        {total_count === 0
          ? t('Nothing became of "{text}" in this repository.', { text })
          : foundText(revisions.length, total_count)}
      </Text>
      {revisions.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        <div className={classes.box} tabIndex={0} role="region" aria-label={t('What was found')}>
          <table className={classes.table}>
            <thead>
              <tr>
                {[t('Of the source'), t('Commit'), t('Folder'), t('Author'), t('Date')].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {revisions.map(({ revision, commit, path, author, date }) => (
                <tr key={`${revision} ${commit}`} data-selectable>
                  <td>{revision.length > 12 ? revision.slice(0, 12) : revision}</td>
                  <td>
                    <code>{commit}</code>
                  </td>
                  <td>
                    <Truncated text={path === '' ? '/' : `/${path}`} />
                  </td>
                  <td>
                    <Truncated text={author} />
                  </td>
                  <td>{date.slice(0, 10)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function foundText(shown: number, total: number): string {
  return shown === total
    ? t('{entries, plural, one {# entry} other {# entries}}.', { entries: total })
    : t('The first {shown} of {entries, plural, one {# entry} other {# entries}}.', { shown, entries: total });
}
