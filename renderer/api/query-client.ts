import { MutationCache, QueryClient } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { shownInPlace?: true };
  }
}

/**
 * `meta` of what is shown where it was tried, by an `ErrorNotice` for example. All else says its sentence by itself; so does this
 * once nothing shows it any more, as when its dialog was closed before the answer came.
 */
export const shownInPlace = { shownInPlace: true } as const;

/** The window's memory of the engine's answers. @param tell shows a failed change that nobody else shows */
export function createQueryClient(tell: (error: unknown) => void): QueryClient {
  const mutationCache = new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (mutation.meta?.shownInPlace !== true || !shown.has(mutation)) tell(error);
    },
  });
  const shown = new WeakSet<object>();
  mutationCache.subscribe(({ type, mutation }) => {
    if (type === 'observerAdded') shown.add(mutation);
    if (type === 'observerRemoved') shown.delete(mutation);
  });
  return new QueryClient({
    defaultOptions: {
      // Events say when an answer is old; the engine is in the same process tree, so a retry tells nothing new.
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
    mutationCache,
  });
}
