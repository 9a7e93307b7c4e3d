import { lazy, Suspense } from 'react';
import type { Work } from '../../../service/api/work/work-schemas.ts';
import { useRepositoriesAsTheyCome } from '../../api/repository-summaries.ts';

// Nobody sees them before asking for them: the window's start reads neither.
const RemotePushDialog = lazy(async () => ({
  default: (await import('../remotes/remote-push-dialog.tsx')).RemotePushDialog,
}));
const SeveralPushDialog = lazy(async () => ({
  default: (await import('../remotes/several-push-dialog.tsx')).SeveralPushDialog,
}));

/** What a dialog of Home is about: a push that asks, or full names of repositories to be pushed. */
export type AskedPush = { work: Work } | { names: readonly string[] };

interface PushDialogsProps {
  asked: AskedPush | null;
  onClose(): void;
}

/** The dialogs that rows of Home open. They are apart from the rows, which may go meanwhile: what a dialog was about is said in it. */
export function PushDialogs({ asked, onClose }: PushDialogsProps) {
  if (asked === null) return null;
  return (
    <Suspense>
      {'names' in asked ? (
        <PushOfMany names={asked.names} onClose={onClose} />
      ) : (
        <RemotePushDialog
          key={asked.work.key}
          owner={asked.work.owner ?? ''}
          repo={asked.work.repo ?? ''}
          opened
          pushId={asked.work.id}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}

function PushOfMany({ names, onClose }: { names: readonly string[]; onClose(): void }) {
  const { rows, total } = useRepositoriesAsTheyCome();
  // While the list is on its way nobody knows who is gone.
  const here = rows?.length === total ? new Set(rows.map(({ full_name }) => full_name)) : null;
  const gone = here === null ? [] : names.filter((name) => !here.has(name));
  return <SeveralPushDialog repositories={names} gone={gone} all opened onClose={onClose} />;
}
