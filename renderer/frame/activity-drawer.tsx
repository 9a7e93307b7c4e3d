import { Drawer } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Work } from '../../service/api/work/work-schemas.ts';
import { keyboardToPage } from '../components/keyboard-to-page.ts';
import { useTopmostClose } from '../components/topmost.ts';
import { t } from '../language/text.ts';
import { RemotePushDialog } from '../screens/remotes/remote-push-dialog.tsx';
import { useActivity } from '../stores/activity.ts';
import classes from './activity-drawer.module.css';

const readLists = () => import('./activity-lists.tsx');
/** Nobody sees them before asking for them: the window's start does not wait for them. They are read once its first frames are drawn. */
const ActivityLists = lazy(async () => ({ default: (await readLists()).ActivityLists }));
const RefusedForgotten = lazy(async () => ({ default: (await readLists()).RefusedForgotten }));

/** Everything that takes long, wherever it was begun: what runs, waits, needs somebody, and what became of the rest. */
export function ActivityDrawer() {
  const { opened, close } = useActivity();
  const [answering, setAnswering] = useState<Work | null>(null);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const closeTopmost = useTopmostClose(opened, close);
  return (
    <>
      <Suspense>
        <RefusedForgotten />
      </Suspense>
      <Drawer
        opened={opened}
        onClose={closeTopmost}
        onExitTransitionEnd={keyboardToPage}
        title={t('Activity')}
        position="right"
        size={480}
        closeButtonProps={{ 'aria-label': t('Close') }}
        transitionProps={{ duration: 120 }}
        classNames={{ content: classes.drawer ?? '', body: classes.body ?? '' }}
      >
        <div ref={setScroller} className={classes.scroller}>
          <Suspense>
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
