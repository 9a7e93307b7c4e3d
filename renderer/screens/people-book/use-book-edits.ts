import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type BookView,
  findPerson,
  getAllPeople,
  type PersonEntry,
  putPeople,
  removePeople,
} from '../../api/people-book.ts';
import { shownInPlace } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';

const everybody: BookView = { search: '', vcs: null, sort: 'remote_name', direction: 'asc' };

/** A change of the book: entries that were there and are not any more, or are others; and those that are there now. */
interface Edit {
  before: readonly PersonEntry[];
  after: readonly PersonEntry[];
}

/** Most changes that can be undone. */
const mostEdits = 100;

/** Changes of the people book, undone and redone. */
export function useBookEdits(complain: (error: unknown) => void) {
  const queries = useQueryClient();
  const [done, setDone] = useState<readonly Edit[]>([]);
  const [undone, setUndone] = useState<readonly Edit[]>([]);
  const carryOut = useMutation({
    // One after the other: what is undone while a change is being carried out waits for it.
    scope: { id: 'people-book' },
    meta: shownInPlace,
    mutationFn: bring,
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.peopleBook }),
    onError: complain,
  });
  const change = async (edit: Edit): Promise<void> => {
    // Before it is there, so that whoever sees it can undo it.
    setDone((edits) => [...edits, edit].slice(-mostEdits));
    setUndone([]);
    try {
      await carryOut.mutateAsync(edit);
    } catch (error) {
      setDone((edits) => edits.filter((other) => other !== edit));
      setUndone(undone);
      throw error;
    }
  };
  return {
    /** Carries a change out. @throws what the engine refused; it was told already */
    change,
    /** Puts somebody in, in place of whom the book has under that name. @throws as `change` */
    async add(person: PersonEntry): Promise<void> {
      const known = await findPerson(person);
      await change({ before: known === null ? [] : [known], after: [person] });
    },
    /** Puts people in, in place of whom the book has under these names. @returns how many are new or other than they were */
    async take(people: readonly PersonEntry[]): Promise<number> {
      const known = new Map((await getAllPeople(everybody)).map((person) => [keyOf(person), person]));
      const after = people.filter((person) => {
        const before = known.get(keyOf(person));
        return before === undefined || before.name !== person.name || before.email !== person.email;
      });
      if (after.length === 0) return 0;
      await change({ before: after.flatMap((person) => known.get(keyOf(person)) ?? []), after });
      return after.length;
    },
    undo() {
      const edit = done.at(-1);
      if (edit === undefined) return;
      setDone(done.slice(0, -1));
      setUndone([...undone, edit]);
      carryOut.mutate({ before: edit.after, after: edit.before });
    },
    redo() {
      const edit = undone.at(-1);
      if (edit === undefined) return;
      setUndone(undone.slice(0, -1));
      setDone([...done, edit]);
      carryOut.mutate(edit);
    },
    canUndo: done.length > 0,
    canRedo: undone.length > 0,
    busy: carryOut.isPending,
  };
}

/** Fewer than this many are looked up one by one. */
const few = 20;

/** Puts in who is to be there, and takes out who is not any more. */
async function bring({ before, after }: Edit): Promise<void> {
  const kept = new Set(after.map(keyOf));
  const gone = before.filter((person) => !kept.has(keyOf(person)));
  await putPeople(after);
  await removePeople(await idsOf(gone));
}

/** By what they are called: an entry that came back has another id than before. */
async function idsOf(people: readonly PersonEntry[]): Promise<number[]> {
  if (people.length < few) {
    const found = await Promise.all(people.map(findPerson));
    return found.flatMap((person) => person?.id ?? []);
  }
  const wanted = new Set(people.map(keyOf));
  const all = await getAllPeople(everybody);
  return all.filter((person) => wanted.has(keyOf(person))).map(({ id }) => id);
}

const keyOf = ({ remote_name, vcs }: PersonEntry): string => JSON.stringify([remote_name, vcs]);
