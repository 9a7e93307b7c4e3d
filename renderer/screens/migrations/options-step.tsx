import { Button, Group, Stack, Switch } from '@mantine/core';
import { FocusedTitle } from '../../components/page.tsx';
import { t } from '../../language/text.ts';
import { useMigrationDraft } from '../../stores/migration-draft.ts';

/** Step 3: what else is to happen, each explained. */
export function OptionsStep() {
  const draft = useMigrationDraft();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        draft.change({ step: 'review' });
      }}
      data-testid="step-options"
    >
      <Stack gap="lg" maw={720}>
        <FocusedTitle order={2}>{t('How?')}</FocusedTitle>
        <Switch
          label={t('Lock the repositories')}
          description={t(
            'From the start of the export nobody can push to them, import into them or rename them, so that nothing is done that the archive does not hold. They stay locked until you unlock them. Reading still works.',
          )}
          checked={draft.lockRepositories}
          onChange={(event) => draft.change({ lockRepositories: event.currentTarget.checked })}
        />
        <Switch
          label={t('Leave attachments out')}
          description={t(
            'Files that were attached to issues and comments are not copied. The archive gets smaller; issues keep their text, but the files cannot be restored from this archive.',
          )}
          checked={draft.excludeAttachments}
          onChange={(event) => draft.change({ excludeAttachments: event.currentTarget.checked })}
        />
        <Group gap="sm">
          <Button variant="default" onClick={() => draft.change({ step: 'repositories' })}>
            {t('Back')}
          </Button>
          <Button type="submit">{t('Continue')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
