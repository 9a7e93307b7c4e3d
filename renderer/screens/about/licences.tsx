import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { t } from '../../language/text.ts';
import classes from './licences.module.css';

/** What stands between two packages in the notices. */
const BETWEEN = /^={40,}$/m;

/** The packages that are built in, each opening to its licence, and the way to those of the runtime. */
export function Licences() {
  const notices = useQuery({
    queryKey: ['notices'],
    queryFn: () => window.gantry.getNotices(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const packages = (notices.data ?? '').split(BETWEEN).map((text) => text.trim());
  return (
    <>
      {notices.isError && <ErrorNotice error={notices.error} onRetry={() => void notices.refetch()} />}
      {notices.data !== undefined && (
        <div className={classes.list} data-testid="licences">
          {packages.map((text) => {
            const [title = ''] = text.split('\n', 1);
            return (
              <details key={title}>
                <summary>{title}</summary>
                <pre className={classes.text} data-selectable>
                  {text.slice(title.length).trim()}
                </pre>
              </details>
            );
          })}
        </div>
      )}
      <Group>
        <Button variant="default" onClick={() => void window.gantry.showRuntimeLicences()}>
          {t('Show the licences of Electron and Chromium')}
        </Button>
      </Group>
    </>
  );
}
