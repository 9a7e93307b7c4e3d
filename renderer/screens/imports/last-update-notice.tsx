import { Button, Group, Stack, Text } from '@mantine/core';
import type { Import } from '../../../service/api/imports/import-schemas.ts';
import type { SourceChange, SourceSide } from '../../../service/vocabulary/last-update.ts';
import { useBringUpToDate, useUpdateImport } from '../../api/imports.ts';
import { FailedWork } from '../../api/request.ts';
import { CredentialsForm } from '../../components/credentials-form.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { HostKeyQuestion } from '../../components/host-key-question.tsx';
import { momentText } from '../../components/time-words.ts';
import { t } from '../../language/text.ts';

/** Changes that are shown one by one. */
const mostShown = 20;
const shortRevision = 12;
/** Failure of an update whose source suggests other branches than those that were published. */
const OTHER_SHAPE = 'update.other_shape';

interface LastUpdateNoticeProps {
  owner: string;
  repo: string;
  vcs: string | null;
  /** Of what is published. */
  layout: Import['layout'];
  last: NonNullable<Import['last_update']>;
}

/** Why the last update changed nothing, and what a person can say to it. The result before it stays on the screen. */
export function LastUpdateNotice({ owner, repo, vcs, layout, last }: LastUpdateNoticeProps) {
  const update = useBringUpToDate(owner, repo);
  const keep = useUpdateImport(owner, repo);
  const at = momentText(last.at);
  if (last.status === 'cancelled') {
    return <Text data-testid="last-update">{t('The update of {at} was stopped. Nothing was changed.', { at })}</Text>;
  }
  const { confirm } = last;
  return (
    <div data-testid="last-update">
      <ErrorNotice
        error={new FailedWork(last.message ?? '', last.failure)}
        title={t('The update of {at} changed nothing', { at })}
      >
        {last.changes.length > 0 && <Changes changes={last.changes} />}
        {confirm !== null && (
          <Group gap="sm">
            <Button
              loading={update.isPending}
              disabled={keep.isPending}
              onClick={() => {
                keep.reset();
                update.mutate({ confirm });
              }}
            >
              {t('Take this over from the source')}
            </Button>
            {last.failure === OTHER_SHAPE && layout !== null && (
              <Button
                variant="default"
                loading={keep.isPending}
                disabled={update.isPending}
                onClick={() => keep.mutate({ layout })}
              >
                {t('Keep the shape that was published')}
              </Button>
            )}
          </Group>
        )}
        {keep.isError && <ErrorNotice error={keep.error} />}
      </ErrorNotice>
      {last.username_needed && (
        <CredentialsForm
          message={t('The source asks for a user name and a password.')}
          initial={{ username: '' }}
          tokenOrWindows={vcs === 'tfvc'}
          submitLabel={t('Bring up to date with these')}
          busy={update.isPending}
          onSubmit={({ username, password, remember }) =>
            update.mutate({ vcs_username: username, vcs_password: password, remember_credentials: remember })
          }
        />
      )}
      {last.unknown_host !== null && (
        <HostKeyQuestion host={last.unknown_host} busy={update.isPending} onAccepted={() => update.mutate({})} />
      )}
    </div>
  );
}

function Changes({ changes }: { changes: readonly SourceChange[] }) {
  const more = changes.length - mostShown;
  return (
    <Stack gap="xs" component="ul" m={0} pl="md">
      {changes.slice(0, mostShown).map((change) => (
        <li key={change.name}>
          <Text fw={600}>{nameText(change.name)}</Text>
          <Text size="sm">{t('Imported: {before}', { before: sideText(change.before) })}</Text>
          <Text size="sm">
            {t('In the source now: {side}', {
              side: change.after === null ? goneText(change.name) : sideText(change.after),
            })}
          </Text>
        </li>
      ))}
      {more > 0 && (
        <li>{t('and {more, plural, one {# more branch or tag} other {# more branches and tags}}', { more })}</li>
      )}
    </Stack>
  );
}

function goneText(name: string): string {
  return name.startsWith('refs/tags/') ? t('the tag is gone') : t('the branch is gone');
}

function nameText(name: string): string {
  return name.startsWith('refs/tags/')
    ? t('Tag {name}', { name: name.slice('refs/tags/'.length) })
    : name.replace(/^refs\/heads\//, '');
}

function sideText({ revision, author, date, message }: SourceSide): string {
  const side = { revision: revision.slice(0, shortRevision), author, message };
  return date === null
    ? t('{revision} by {author}: {message}', side)
    : t('{revision} by {author}, {when}: {message}', { ...side, when: momentText(date) });
}
