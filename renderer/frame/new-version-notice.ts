import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { t } from '../language/text.ts';

/** Says once, in the corner, that the daily look found a newer version; a click shows what is new. */
export function useNewVersionNotice(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      window.gantry.onNewVersion(({ version }) => {
        notifications.show({
          id: `version-${version}`,
          autoClose: false,
          message: t('Gantry {version} is out. Help, About says what is new in it.', { version }),
          onClick: () => void navigate({ to: '/about' }),
        });
      }),
    [navigate],
  );
}
