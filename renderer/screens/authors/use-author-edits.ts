import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CommitAuthor } from '../../../service/api/imports/import-schemas.ts';
import {
  type AuthorChoice,
  type AuthorMapping,
  type AuthorRule,
  type EditedAuthors,
  editAuthors,
  mapAuthors,
} from '../../api/authors.ts';
import { shownInPlace } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { bulkMappings } from './identity-rules.ts';
import { knownAuthors, showMappings } from './shown-mappings.ts';

/** Mappings that are made, and such that are taken away. */
interface Listed {
  set: readonly AuthorMapping[];
  clear: readonly number[];
}

/** What a rule says of authors; nobody is asked what becomes of those who were mapped. */
interface Ruled {
  rule: AuthorRule;
  of: AuthorChoice;
  over: 'ask' | 'replace' | 'keep';
}

/** One change of authors, and what takes it back. */
interface Edit {
  back: Listed;
  again: Listed | Ruled;
}

/** A change of authors of whom some are mapped already and would be mapped otherwise. */
interface Question {
  count: number;
  /** Authors that the change is about. */
  of: number;
  answered(over: 'replace' | 'keep'): Promise<number>;
}

/** Most changes that can be undone. */
const mostEdits = 100;

/** Changes of an import's authors: undone and redone, and never over what is mapped already without a question. */
export function useAuthorEdits(owner: string, repo: string, complain: (error: unknown) => void) {
  const queries = useQueryClient();
  const [done, setDone] = useState<readonly Edit[]>([]);
  const [undone, setUndone] = useState<readonly Edit[]>([]);
  const [asking, setAsking] = useState<Question | null>(null);
  /** Undos and redos that wait for the change that is being carried out. */
  const [steps, setSteps] = useState<readonly ('undo' | 'redo')[]>([]);
  const refetch = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: queryKeys.authors(owner, repo) }),
      queries.invalidateQueries({ queryKey: queryKeys.openAuthors(owner, repo) }),
    ]);
  const remember = (edit: Edit) => {
    setDone((edits) => [...edits, edit].slice(-mostEdits));
    setUndone([]);
  };
  // Not waited for: the rows that are shown say it already.
  const after = {
    // One after the other, in the order in which they were asked for.
    scope: { id: `authors ${owner}/${repo}` },
    meta: shownInPlace,
    onSettled: () => void refetch(),
    onError: (error: unknown) => {
      // They were meant for what was not done.
      setSteps([]);
      complain(error);
    },
  };
  const list = useMutation({
    ...after,
    mutationFn: ({ set, clear }: Listed) => mapAuthors(owner, repo, set, clear),
    onSuccess: (_updated, { set }) => showMappings(queries, owner, repo, set),
  });
  const rule = useMutation({
    ...after,
    mutationFn: ({ rule, of, over }: Ruled) => editAuthors(owner, repo, rule, of, over),
    onSuccess: (edited, { rule }) => {
      const changed = new Set(idsOf(edited));
      const shown = knownAuthors(queries, owner, repo).filter(({ id }) => changed.has(id));
      showMappings(queries, owner, repo, bulkMappings(shown, rule));
    },
  });
  const change = async (before: readonly CommitAuthor[], set: readonly AuthorMapping[]): Promise<number> => {
    const again = { set, clear: [] };
    const updated = await list.mutateAsync(again);
    remember({ back: backTo(before), again });
    return updated;
  };
  const follow = async (ruled: Ruled): Promise<EditedAuthors> => {
    const edited = await rule.mutateAsync(ruled);
    const again: Ruled = { rule: ruled.rule, of: { ids: idsOf(edited) }, over: 'replace' };
    const { mapped, unmapped } = edited.before;
    if (edited.updated > 0) remember({ back: { set: mapped, clear: unmapped }, again });
    return edited;
  };
  const isBusy = list.isPending || rule.isPending;
  useEffect(() => {
    const step = steps[0];
    if (step === undefined || isBusy) return;
    setSteps((waiting) => waiting.slice(1));
    const edit = (step === 'undo' ? done : undone).at(-1);
    if (edit === undefined) return;
    if (step === 'undo') {
      setDone(done.slice(0, -1));
      setUndone([...undone, edit]);
      list.mutate(edit.back);
    } else {
      setUndone(undone.slice(0, -1));
      setDone([...done, edit]);
      if ('rule' in edit.again) rule.mutate(edit.again);
      else list.mutate(edit.again);
    }
  }, [steps, isBusy, done, undone, list.mutate, rule.mutate]);
  return {
    /** What is mapped already and would be mapped otherwise: a person says what becomes of it. */
    asking,
    /** Carries a change out, or asks. @returns how many were changed; null while a person is asked */
    async apply(authors: readonly CommitAuthor[], mappings: readonly AuthorMapping[]): Promise<number | null> {
      const { before, set } = changesOf(authors, mappings);
      if (set.length === 0) return 0;
      const said = new Set(overwritten(before).map(({ id }) => id));
      if (said.size === 0) return change(before, set);
      setAsking({
        count: said.size,
        of: set.length,
        answered: async (over) => {
          if (over === 'replace') return change(before, set);
          const rest = set.filter(({ id }) => !said.has(id));
          return rest.length === 0 ? 0 : change(changesOf(before, rest).before, rest);
        },
      });
      return null;
    },
    /** Has authors be who a rule says, or asks. @returns how many were changed; null while a person is asked */
    async applyRule(rule: AuthorRule, of: AuthorChoice): Promise<number | null> {
      const { updated, affected, said_before } = await follow({ rule, of, over: 'ask' });
      if (updated > 0 || said_before === 0) return updated;
      setAsking({
        count: said_before,
        of: affected,
        answered: async (over) => (await follow({ rule, of, over })).updated,
      });
      return null;
    },
    async answer(over: 'replace' | 'keep' | 'cancel'): Promise<number | null> {
      setAsking(null);
      return asking === null || over === 'cancel' ? null : asking.answered(over);
    },
    /** A cell that was typed: it is being carried out already. */
    typed: (author: CommitAuthor, mapping: AuthorMapping, saved: Promise<unknown>) => {
      const edit = { back: backTo([author]), again: { set: [mapping], clear: [] } };
      remember(edit);
      const count = () => queries.invalidateQueries({ queryKey: queryKeys.openAuthors(owner, repo) });
      const forget = () => setDone((edits) => edits.filter((other) => other !== edit));
      void saved.then(count, forget);
    },
    undo: () => setSteps((waiting) => [...waiting, 'undo']),
    redo: () => setSteps((waiting) => [...waiting, 'redo']),
    canUndo: done.length > 0,
    canRedo: undone.length > 0,
    busy: isBusy,
    refetch,
  };
}

function idsOf({ before: { unmapped, mapped } }: EditedAuthors): number[] {
  return [...unmapped, ...mapped.map(({ id }) => id)];
}

/** What makes authors again what they are here. */
function backTo(before: readonly CommitAuthor[]): Listed {
  return {
    set: before.filter(({ mapped }) => mapped).map(({ id, name, email }) => ({ id, name, email })),
    clear: before.filter(({ mapped }) => !mapped).map(({ id }) => id),
  };
}

/** Only what changes anything, and its authors. */
function changesOf(authors: readonly CommitAuthor[], mappings: readonly AuthorMapping[]) {
  const byId = new Map(authors.map((author) => [author.id, author]));
  const set = mappings.filter(({ id, name, email }) => {
    const author = byId.get(id);
    return author !== undefined && !(author.mapped && author.name === name && author.email === email);
  });
  return { before: set.flatMap(({ id }) => byId.get(id) ?? []), set };
}

/** Authors of whom a person or a list said who they are. What the people book filled in is no loss. */
function overwritten(before: readonly CommitAuthor[]): CommitAuthor[] {
  return before.filter(({ mapped, mapped_by }) => mapped && mapped_by !== 'people_book');
}
