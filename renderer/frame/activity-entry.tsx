import { IconActivity } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useWork } from '../api/work.ts';
import { t } from '../language/text.ts';
import { useActivity } from '../stores/activity.ts';
import { NavigationAction } from './navigation-entry.tsx';

/** Opens the drawer of long work, and says how much of it there is, and what failed since somebody looked. */
export function ActivityEntry() {
  const { open, opened, seenAt, see } = useActivity();
  const rows = useWork().data ?? [];
  const failed = rows.filter(({ state }) => state === 'failed').flatMap(({ ended_at }) => ended_at ?? []);
  const latest = failed.reduce((last, moment) => (moment > last ? moment : last), '');
  useEffect(() => {
    // A window that is closing has nobody before it.
    if (opened && document.visibilityState === 'visible' && latest > (seenAt ?? '')) see(latest);
  }, [opened, latest, seenAt, see]);
  const running = rows.filter(({ state }) => state === 'running').length;
  const waiting = rows.filter(({ state }) => state === 'waiting').length;
  const asking = rows.filter(({ state }) => state === 'needs_you').length;
  const unseen = failed.filter((moment) => moment > (seenAt ?? '')).length;
  const words = [
    running > 0 ? t('{running, number} running', { running }) : '',
    waiting > 0 ? t('{waiting, number} waiting', { waiting }) : '',
    asking > 0 ? t('{asking, plural, one {# needs you} other {# need you}}', { asking }) : '',
    unseen > 0 ? t('{unseen, number} failed', { unseen }) : '',
  ].filter(Boolean);
  const count = running + waiting + asking + unseen;
  return (
    <NavigationAction
      id="activity"
      label={t('Activity')}
      icon={IconActivity}
      onClick={open}
      {...(count === 0 ? {} : { count, countWords: words.join(', ') })}
    />
  );
}
