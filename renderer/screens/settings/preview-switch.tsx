import { Stack, Switch } from '@mantine/core';
import { useChangeSettings } from '../../api/settings.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { t } from '../../language/text.ts';

/** Whether migrations are refused to programs that do not ask for the preview. */
export function PreviewSwitch({ required }: { required: boolean }) {
  const change = useChangeSettings();
  return (
    <Stack gap="sm">
      <Switch
        label={t('Require the preview media type for migrations')}
        description={t('As the original service did in 2020. Otherwise migrations are answered with and without it.')}
        checked={required}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ preview_required: event.currentTarget.checked })}
      />
      {change.isError && <ErrorNotice error={change.error} />}
    </Stack>
  );
}
