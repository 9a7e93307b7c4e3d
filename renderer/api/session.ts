import { type QueryClient, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { PasswordAnswer, SessionState } from '../../main/ipc/contract.ts';
import type { Setup } from '../../service/api/access/setup-schemas.ts';
import { usePasswordQuestion } from './password-question.ts';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';

/** The state of the session as main has it. */
export const session = queryOptions({ queryKey: queryKeys.session, queryFn: () => window.gantry.getSession() });

/** Who is signed in. */
export function useSession() {
  return useQuery(session);
}

/** Follows who is signed in until the answer is called. A closed session leaves nothing in the page's memory. */
export function followSession(queries: QueryClient): () => void {
  return window.gantry.onSession((session) => applySession(queries, session));
}

/** What a change of the session changes. */
export function applySession(queries: QueryClient, session: SessionState): void {
  const before = queries.getQueryData<SessionState>(queryKeys.session);
  queries.setQueryData(queryKeys.session, session);
  const stays = !session.locked && session.login !== null && session.login === before?.login;
  if (!stays || before?.locked === true) {
    // Owners are told where the data lies; whoever comes next asks for themselves.
    queries.setQueryData<Setup>(queryKeys.setup, (setup) => setup && { ...setup, data_folder: null });
    void queries.invalidateQueries({ queryKey: queryKeys.setup });
  }
  if (stays) return;
  usePasswordQuestion.getState().answer(false);
  queries.removeQueries({
    predicate: ({ queryKey: [first] }) => first !== queryKeys.session[0] && first !== queryKeys.setup[0],
  });
}

export interface Credentials {
  login: string;
  password: string;
  otp: string | null;
}

/** Opens the window for an account. */
export function useSignIn() {
  return useMutation({
    meta: shownInPlace,
    mutationFn: (credentials: Credentials) => window.gantry.signIn(credentials),
    gcTime: 0,
  });
}

/** Gives the password of the account that is signed in once more. */
export function useConfirmPassword() {
  return useMutation({
    meta: shownInPlace,
    mutationFn: ({ password, otp }: Omit<Credentials, 'login'>) => window.gantry.confirmPassword({ password, otp }),
    gcTime: 0,
  });
}

/** Why a password was not accepted, or null. */
export function refusalOf(answer: PasswordAnswer | undefined): Extract<PasswordAnswer, { accepted: false }> | null {
  return answer === undefined || answer.accepted ? null : answer;
}
