import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './window.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followEvents } from './api/live-updates.ts';
import { followSession } from './api/session.ts';
import { createWindowRouter } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

const queries = new QueryClient({
  defaultOptions: {
    // Events say when an answer is old; the engine is in the same process tree, so a retry tells nothing new.
    queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
followEvents(queries);
followSession(queries);
const router = createWindowRouter();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <Notifications position="bottom-right" autoClose={5000} limit={3} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
