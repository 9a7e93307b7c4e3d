import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Detection } from '../../../service/api/imports/import-schemas.ts';
import { detect } from '../../api/imports.ts';
import { shownInPlace } from '../../api/query-client.ts';
import type { CredentialsValues } from '../../components/credentials-form.tsx';
import { useDraftPassword, useWizardDraft } from '../../stores/wizard-draft.ts';

interface Looked {
  address: string;
  username: string;
  password: string;
  /** Whether a person pressed the button for it. */
  asked: boolean;
}

/** The look that is under way; another one, in whichever field, takes its place. */
let stopping: AbortController | null = null;

/** Looks at a source and keeps in the wizard's draft what was found; what it needs for that is asked in place. */
export function useSourceLook(onFound: () => void) {
  const draft = useWizardDraft();
  const { password, remember, refused, refuse, setPassword } = useDraftPassword();
  // What the source said last; kept while it is asked again, so that a question for credentials stays put.
  const [answer, setAnswer] = useState<Detection | null>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const look = useMutation({
    meta: shownInPlace,
    mutationFn: async (source: Looked) => {
      const stop = new AbortController();
      stopping?.abort();
      stopping = stop;
      const { address, username, password: given } = source;
      const detection = await detect(
        {
          vcs_url: await window.gantry.wholePath({ path: address }),
          ...(username === '' ? {} : { vcs_username: username }),
          ...(given === '' ? {} : { vcs_password: given }),
        },
        stop.signal,
      ).catch((error: unknown) => {
        if (stop.signal.aborted) return null;
        throw error;
      });
      // Who stopped it, or asked for something else, does not want to hear of it.
      return stop.signal.aborted ? null : detection;
    },
    onSuccess: (detection, source) => {
      if (detection === null) return;
      setAnswer(detection);
      if (asksLogin(detection) && useWizardDraft.getState().address === source.address) refuse();
      if (!foundSomething(detection)) return;
      // Who started over, or went on with another source meanwhile, does not get this one in its place.
      const now = useWizardDraft.getState();
      if (now.step !== 'source' || now.address !== source.address) return;
      draft.change({
        step: 'found',
        address: detection.vcs_url,
        username: source.username,
        detection,
        choice: null,
        each: null,
        layout: detection.layout,
      });
      // Nobody is taken away from where they went meanwhile.
      if (source.asked && isShown.current) onFound();
    },
  });
  const at = (source: Omit<Looked, 'asked'>, asked: boolean, keep = false) => {
    setPassword(source.password, keep);
    draft.change({ step: 'source', address: source.address, username: source.username });
    look.mutate({ ...source, asked });
  };
  const stop = () => {
    stopping?.abort();
    look.reset();
  };
  const asksCredentials = answer !== null && asksLogin(answer);
  const found = answer !== null && foundSomething(answer);
  return {
    /** Looks at an address; a login that stands in it wins over one that was given for it before, and was not refused. */
    at(source: { address: string; username?: string; password?: string }, asked: boolean) {
      const same = source.address === draft.address && !refused;
      const username = source.username || (same ? draft.username : '');
      at({ address: source.address, username, password: source.password || (same ? password : '') }, asked, remember);
    },
    withCredentials: (given: CredentialsValues) =>
      at({ address: draft.address, username: given.username, password: given.password }, true, given.remember),
    again: () => at({ address: draft.address, username: draft.username, password }, true, remember),
    stop,
    forget() {
      stop();
      setAnswer(null);
    },
    answer,
    asksCredentials,
    found: found ? answer : null,
    failed: answer !== null && !asksCredentials && !found && answer.unknown_host === null,
    busy: look.isPending,
    error: look.error,
    username: draft.username,
    password,
  };
}

function asksLogin({ status }: Detection): boolean {
  return status === 'detection_needs_auth' || status === 'auth_failed';
}

function foundSomething(detection: Detection): boolean {
  return detection.status === 'found' || detection.status === 'detection_found_multiple';
}
