import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Import } from '../../../service/api/imports/import-schemas.ts';
import { useUpdateImport } from '../../api/imports.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { t } from '../../language/text.ts';
import { MessagePreviewList } from './message-preview-list.tsx';

interface ExtrasPanelProps {
  owner: string;
  repo: string;
  record: Import;
}

type Extras = Pick<Import, 'write_notes' | 'rewrite_messages' | 'translate_hgignore' | 'leave_out_labels'>;

/** What an import can do beside bringing the history, to be changed and mapped again. */
export function ExtrasPanel({ owner, repo, record }: ExtrasPanelProps) {
  const { write_notes, rewrite_messages, translate_hgignore, leave_out_labels } = record;
  const current: Extras = { write_notes, rewrite_messages, translate_hgignore, leave_out_labels };
  const [wanted, setWanted] = useState<Extras>(current);
  const [shown, setShown] = useState(false);
  const update = useUpdateImport(owner, repo);
  // Before it is published nothing is mapped again for them.
  const held = record.status !== 'complete';
  const differs = JSON.stringify(wanted) !== JSON.stringify(current);
  const vcs = record.vcs ?? 'git';
  const set = (change: Partial<Extras>) => setWanted({ ...wanted, ...change });
  return (
    <Stack gap="md" p={4} data-testid="extras">
      <Checkbox
        label={t(
          'Write a note with its {vcs, select, git {commit} subversion {revision} other {changeset}} to each commit',
          {
            vcs,
          },
        )}
        description={t(
          'At refs/notes/gantry: clones can fetch it, and “git log --notes=gantry” shows it. It goes along when you push.',
        )}
        checked={wanted.write_notes}
        onChange={(event) => set({ write_notes: event.currentTarget.checked })}
      />
      <Stack gap={6}>
        <Checkbox
          label={t(
            'In messages, replace names of old {vcs, select, git {commits} subversion {revisions} other {changesets}} by ids of commits',
            { vcs },
          )}
          description={`${EXAMPLES[vcs] ?? EXAMPLES.git} ${t('What could be several commits, or is none, stays as it is.')}`}
          checked={wanted.rewrite_messages}
          onChange={(event) => set({ rewrite_messages: event.currentTarget.checked })}
        />
        <Group gap="sm" pl={28}>
          <Button variant="default" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {shown ? t('Hide the messages') : t('Show what would change')}
          </Button>
        </Group>
        {shown && <MessagePreviewList owner={owner} repo={repo} />}
      </Stack>
      {record.vcs === 'mercurial' && (
        <Checkbox
          label={t('Write a .gitignore beside each .hgignore')}
          description={t(
            'It ignores the same files. What Git cannot write stands in it as a comment, and the report counts it.',
          )}
          checked={wanted.translate_hgignore}
          onChange={(event) => set({ translate_hgignore: event.currentTarget.checked })}
        />
      )}
      {record.vcs === 'tfvc' && (
        <Checkbox
          label={t('Leave labels out')}
          description={t(
            'They become no tags, and updates do not ask the server for them. To have them again, take this back and bring the import up to date.',
          )}
          checked={wanted.leave_out_labels}
          onChange={(event) => set({ leave_out_labels: event.currentTarget.checked })}
        />
      )}
      {update.isError && <ErrorNotice error={update.error} />}
      <Group gap="sm">
        <Button disabled={!differs} loading={update.isPending} onClick={() => update.mutate(wanted)}>
          {held ? t('Use these extras') : t('Apply and map again')}
        </Button>
        <Button variant="default" disabled={!differs} onClick={() => setWanted(current)}>
          {t('Undo changes')}
        </Button>
        <Text role="status">{held && update.isSuccess && !differs && t('They will be made so.')}</Text>
      </Group>
      <Text c="dimmed">
        {held
          ? t('They are made when you publish. Nothing is fetched again.')
          : t(
              'Mapping again takes seconds, and nothing is fetched again. Other messages and files give commits other ids: clones that were made of this repository no longer fit.',
            )}
      </Text>
    </Stack>
  );
}

const EXAMPLES: Record<string, string> = {
  subversion: t('“Undo r4711” becomes “Undo 3f2a8b91c04d”.'),
  tfvc: t('“Rollback C815” becomes “Rollback 3f2a8b91c04d”.'),
  mercurial: t('“Backed out changeset 1a2b3c” becomes “Backed out changeset 3f2a8b91c04d”.'),
  git: t('“This reverts commit 617c34…” names the commit as it is now, where commits were rewritten.'),
};
