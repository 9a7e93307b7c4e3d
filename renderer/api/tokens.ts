import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

/** Every token of the account; none holds its text. */
export function useTokens() {
  return useQuery({ queryKey: queryKeys.tokens, queryFn: () => api.all('GET /authorizations') });
}

/** Every scope: what it means, and which one holds it. */
export function useScopes() {
  return useQuery({ queryKey: queryKeys.scopes, queryFn: () => api('GET /scopes') });
}

export interface TokenFields {
  note: string | null;
  note_url: string | null;
  scopes: string[];
}

/** Makes a token, or changes the one with the id. A token that was made holds its text, this once. */
export function useSaveToken(id: number | null) {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (fields: TokenFields) =>
      id === null
        ? api('POST /authorizations', { body: fields })
        : api('PATCH /authorizations/{authorization_id}', { path: { authorization_id: id }, body: fields }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.tokens }),
    gcTime: 0,
  });
}

/** Gives a token a new text; the answer holds it, this once. */
export function useRegenerateToken() {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (id: number) =>
      api('POST /authorizations/{authorization_id}/regenerate', { path: { authorization_id: id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.tokens }),
    gcTime: 0,
  });
}

export function useDeleteToken() {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (id: number) => api('DELETE /authorizations/{authorization_id}', { path: { authorization_id: id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.tokens }),
  });
}
