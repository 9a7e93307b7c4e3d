import { notifications } from '@mantine/notifications';
import type { QueryClient } from '@tanstack/react-query';
import { importPages } from '../api/imports.ts';
import { forgetLastView, lastSession } from '../api/last-view.ts';
import { owners } from '../api/repositories.ts';
import { firstSummaries } from '../api/repository-summaries.ts';
import { applySession, session } from '../api/session.ts';
import { work } from '../api/work.ts';
import { afterFirstFrames } from '../components/after-first-frames.ts';
import { t } from '../language/text.ts';

/**
 * Asks for what the window begins with before any of it is drawn: each answer takes the engine moments, and asked for in turn, as
 * one is drawn after the other, they are seen to. What cannot be had is asked for again, and said, by who needs it.
 * @param path of the screen that it begins with
 */
export async function askAhead(queries: QueryClient, path: string): Promise<void> {
  const last = lastSession();
  if (last === null) await queries.prefetchQuery(session);
  else {
    queries.setQueryData(session.queryKey, last);
    afterFirstFrames(() => void askAgain(queries));
  }
  const who = queries.getQueryData(session.queryKey);
  if (who === undefined || who.login === null || who.locked) return;
  void queries.prefetchQuery(owners);
  void queries.prefetchQuery(work);
  if (path !== '/') return;
  void queries.prefetchQuery(firstSummaries);
  void queries.prefetchInfiniteQuery(importPages('asking'));
}

/** How long the engine may take to open before it is said that what is shown is of the last time, in milliseconds. */
const UNSAID_MS = 2000;

/** Asks the engine for all that the page knows from the last window. */
async function askAgain(queries: QueryClient): Promise<void> {
  forgetLastView();
  const late = setTimeout(
    () =>
      notifications.show({
        id: 'opening',
        loading: true,
        autoClose: false,
        withCloseButton: false,
        message: t('Opening the data folder… What you see is as it was when Gantry was closed.'),
      }),
    UNSAID_MS,
  );
  const now = await window.gantry.getSession().catch(() => null);
  clearTimeout(late);
  notifications.hide('opening');
  if (now !== null) applySession(queries, now);
  await queries.invalidateQueries({}, { cancelRefetch: false });
}
