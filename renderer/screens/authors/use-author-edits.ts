import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CommitAuthor } from '../../../service/api/imports/import-schemas.ts';
import { type AuthorMapping, mapAuthors } from '../../api/authors.ts';
import { shownInPlace } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { showMappings } from './shown-mappings.ts';

/** One change of authors, with what they were before. */
interface Edit {
  before: readonly CommitAuthor[];
  after: readonly AuthorMapping[];
}

/** Most changes that can be undone. */
const mostEdits = 100;

/** Changes of an import's authors: undone and redone, and never over what is mapped already without a question. */
export function useAuthorEdits(owner: string, repo: string, complain: (error: unknown) => void) {
  const queries = useQueryClient();
  const [done, setDone] = useState<readonly Edit[]>([]);
  const [undone, setUndone] = useState<readonly Edit[]>([]);
  const [asking, setAsking] = useState<Edit | null>(null);
  const refetch = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: queryKeys.authors(owner, repo) }),
      queries.invalidateQueries({ queryKey: queryKeys.openAuthors(owner, repo) }),
    ]);
  const remember = (edit: Edit) => {
    setDone((edits) => [...edits, edit].slice(-mostEdits));
    setUndone([]);
  };
  const carryOut = useMutation({
    meta: shownInPlace,
    mutationFn: ({ set, clear }: { set: readonly AuthorMapping[]; clear: readonly number[] }) =>
      mapAuthors(owner, repo, set, clear),
    onSuccess: (_updated, { set }) => showMappings(queries, owner, repo, set),
    // Not waited for: the rows that are shown say it already.
    onSettled: () => void refetch(),
    onError: complain,
  });
  const change = async (edit: Edit): Promise<number> => {
    const updated = await carryOut.mutateAsync({ set: edit.after, clear: [] });
    remember(edit);
    return updated;
  };
  return {
    /** What is mapped already and would be mapped otherwise: a person says what becomes of it. */
    asking,
    /** Carries a change out, or asks. @returns how many were changed; null while a person is asked */
    async apply(authors: readonly CommitAuthor[], mappings: readonly AuthorMapping[]): Promise<number | null> {
      const edit = editOf(authors, mappings);
      if (edit.after.length === 0) return 0;
      if (overwritten(edit).length === 0) return change(edit);
      setAsking(edit);
      return null;
    },
    async answer(over: 'replace' | 'keep' | 'cancel'): Promise<number | null> {
      const edit = asking;
      setAsking(null);
      if (edit === null || over === 'cancel') return null;
      if (over === 'replace') return change(edit);
      const kept = new Set(overwritten(edit).map(({ id }) => id));
      const rest = edit.after.filter(({ id }) => !kept.has(id));
      return rest.length === 0 ? 0 : change(editOf(edit.before, rest));
    },
    /** A cell that was typed: it is being carried out already. */
    typed: (author: CommitAuthor, mapping: AuthorMapping, saved: Promise<unknown>) => {
      remember({ before: [author], after: [mapping] });
      const count = () => queries.invalidateQueries({ queryKey: queryKeys.openAuthors(owner, repo) });
      void saved.then(count, () => undefined);
    },
    undo() {
      const edit = done.at(-1);
      if (edit === undefined || carryOut.isPending) return;
      setDone(done.slice(0, -1));
      setUndone([...undone, edit]);
      const set = edit.before.filter(({ mapped }) => mapped).map(({ id, name, email }) => ({ id, name, email }));
      carryOut.mutate({ set, clear: edit.before.filter(({ mapped }) => !mapped).map(({ id }) => id) });
    },
    redo() {
      const edit = undone.at(-1);
      if (edit === undefined || carryOut.isPending) return;
      setUndone(undone.slice(0, -1));
      setDone([...done, edit]);
      carryOut.mutate({ set: edit.after, clear: [] });
    },
    canUndo: done.length > 0,
    canRedo: undone.length > 0,
    busy: carryOut.isPending,
    refetch,
  };
}

/** Only what changes anything, each with its author. */
function editOf(authors: readonly CommitAuthor[], mappings: readonly AuthorMapping[]): Edit {
  const byId = new Map(authors.map((author) => [author.id, author]));
  const after = mappings.filter(({ id, name, email }) => {
    const author = byId.get(id);
    return author !== undefined && !(author.mapped && author.name === name && author.email === email);
  });
  return { before: after.flatMap(({ id }) => byId.get(id) ?? []), after };
}

/** Authors of a change of whom a person or a list said who they are. What the people book filled in is no loss. */
export function overwritten({ before }: Pick<Edit, 'before'>): CommitAuthor[] {
  return before.filter(({ mapped, mapped_by }) => mapped && mapped_by !== 'people_book');
}
