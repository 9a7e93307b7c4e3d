import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useDiagnostics } from '../../api/installation.ts';
import { shownInPlace } from '../../api/query-client.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { t } from '../../language/text.ts';
import classes from './diagnostics-panel.module.css';

/** Makes the text, shows it, and saves what is shown. */
export function DiagnosticsPanel() {
  const diagnostics = useDiagnostics();
  const save = useMutation({
    meta: shownInPlace,
    mutationFn: (text: string) => window.gantry.saveDiagnostics({ text }),
  });
  const text = diagnostics.data?.text;
  return (
    <Stack gap="sm" data-testid="diagnostics">
      <Group gap="sm">
        <Button variant="default" loading={diagnostics.isPending} onClick={() => diagnostics.mutate()}>
          {text === undefined ? t('Show diagnostics') : t('Make them anew')}
        </Button>
        {text !== undefined && (
          <Button loading={save.isPending} onClick={() => save.mutate(text)}>
            {t('Save…')}
          </Button>
        )}
      </Group>
      {diagnostics.isError && <ErrorNotice error={diagnostics.error} />}
      {save.isError && <ErrorNotice error={save.error} />}
      {save.data != null && <Text role="status">{t('Saved as {file}.', { file: save.data.file })}</Text>}
      {text !== undefined && (
        <section
          className={classes.text}
          aria-label={t('Text of the diagnostics')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
          tabIndex={0}
          data-selectable
          data-testid="diagnostics-text"
        >
          {text}
        </section>
      )}
    </Stack>
  );
}
