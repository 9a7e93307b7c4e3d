import { useEffect } from 'react';
import type { Work } from '../../service/api/work/work-schemas.ts';
import { useWork } from '../api/work.ts';
import { type RefusedUpdate, useActivity } from '../stores/activity.ts';

/** Full names of the repositories whose update was refused, and begun since: from their own page, or by a script. */
export function begunSince(
  refused: readonly RefusedUpdate[],
  work: readonly Pick<Work, 'kind' | 'owner' | 'repo' | 'begun_at'>[],
): string[] {
  const updates = work.filter(({ kind }) => kind === 'update');
  const begun = new Map(updates.map(({ owner, repo, begun_at }) => [`${owner}/${repo}`, begun_at]));
  return refused.flatMap(({ owner, repo, at }) =>
    (begun.get(`${owner}/${repo}`) ?? '') < at ? [] : `${owner}/${repo}`,
  );
}

/** Forgets them once and for all: the list of work forgets what ended, and they would be said to be refused again. */
export function useRefusedForgotten(): void {
  const work = useWork().data;
  const { refused, noteRefused } = useActivity();
  useEffect(() => {
    const begun = begunSince(refused, work ?? []);
    if (begun.length > 0) noteRefused([], begun);
  }, [work, refused, noteRefused]);
}
