import { Drawer } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Work } from '../../service/api/work/work-schemas.ts';
import { useTopmostClose } from '../components/topmost.ts';
import { Waiting } from '../components/waiting.tsx';
import { t } from '../language/text.ts';
import { RemotePushDialog } from '../screens/remotes/remote-push-dialog.tsx';
import { useActivity } from '../stores/activity.ts';
import classes from './activity-drawer.module.css';

const readLists = () => import('./activity-lists.tsx');
/** Nobody sees them before asking for them: the window's start does not wait for them. */
const ActivityLists = lazy(async () => ({ default: (await readLists()).ActivityLists }));

/** Everything that takes long, wherever it was begun: what runs, waits, needs somebody, and what became of the rest. */
export function ActivityDrawer() {
  const { opened, close } = useActivity();
  const [answering, setAnswering] = useState<Work | null>(null);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  useEffect(() => void readLists().catch(() => undefined), []);
  const closeTopmost = useTopmostClose(opened, close);
  return (
    <>
      <Drawer
        opened={opened}
        onClose={closeTopmost}
        title={t('Activity')}
        position="right"
        size={480}
        closeButtonProps={{ 'aria-label': t('Close') }}
        transitionProps={{ duration: 120 }}
        classNames={{ content: classes.drawer ?? '', body: classes.body ?? '' }}
      >
        <div ref={setScroller} className={classes.scroller}>
          <Suspense fallback={<Waiting>{t('Looking…')}</Waiting>}>
            {scroller !== null && (
              <ActivityLists
                scroller={scroller}
                onAnswer={(work) => {
                  close();
                  setAnswering(work);
                }}
              />
            )}
          </Suspense>
        </div>
      </Drawer>
      {answering?.owner != null && answering.repo !== null && (
        <RemotePushDialog
          key={answering.key}
          owner={answering.owner}
          repo={answering.repo}
          opened
          pushId={answering.id}
          onClose={() => setAnswering(null)}
        />
      )}
    </>
  );
}
