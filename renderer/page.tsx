import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { beginWithLastView } from './api/last-view.ts';
import { followEvents } from './api/live-updates.ts';
import { createQueryClient } from './api/query-client.ts';
import { followSession } from './api/session.ts';
import { afterFirstFrames } from './components/after-first-frames.ts';
import { showFailure } from './components/failure-message.tsx';
import { askAhead } from './frame/ask-ahead.ts';
import { takeFormsOnce } from './frame/once-submitted.ts';
import { Toasts } from './frame/toasts.tsx';
import { makeWhileIdle } from './language/formats.ts';
import { createWindowRouter } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

/** Draws the window. @throws Error for a page without the element that it is drawn in */
export function showPage(): void {
  beginWithLastView(document);
  takeFormsOnce(document);
  const queries = createQueryClient(showFailure);
  followEvents(queries);
  followSession(queries);
  const router = createWindowRouter();
  void askAhead(queries, router.history.location.pathname);
  // Who goes to one of them before says so if they cannot be had.
  afterFirstFrames(() => void import('./other-screens.ts').then(makeWhileIdle, () => undefined));

  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element #root');
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
