import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** A repository of many that was not brought up to date: nothing was begun, so the engine knows nothing of it. */
export interface RefusedUpdate {
  owner: string;
  repo: string;
  sentence: string;
  /** UTC. */
  at: string;
}

/** What an account made of the list of long work. */
interface Looked {
  /** Work that ended at this moment or before it is not shown any more, UTC; null for none. */
  clearedAt: string | null;
  /** What failed at this moment or before it was seen, UTC; null for nothing. */
  seenAt: string | null;
  /** Newest first. */
  refused: readonly RefusedUpdate[];
}

interface Activity extends Looked {
  /** Whether the drawer is open. */
  opened: boolean;
  /** Of the other accounts, by login. */
  others: Readonly<Record<string, Looked>>;
  open(): void;
  close(): void;
  clear(moment: string): void;
  see(moment: string): void;
  /** Notes what was refused, in place of what was refused before of the same repositories. */
  noteRefused(refused: readonly RefusedUpdate[]): void;
  forgetRefused(): void;
  /** Keeps what the account before made of it, and takes that of this one. */
  openFor(before: string, login: string): void;
}

const nothing: Looked = { clearedAt: null, seenAt: null, refused: [] };
/** So many can be chosen at once, and what the window stores has an end. */
const mostRefused = 1000;

/** The drawer of long work: opened by the navigation, and by screens that begin a lot of it. What was seen outlives a restart. */
export const useActivity = create<Activity>()(
  persist(
    (set) => ({
      ...nothing,
      opened: false,
      others: {},
      open: () => set({ opened: true }),
      close: () => set({ opened: false }),
      clear: (clearedAt) => set({ clearedAt }),
      see: (seenAt) => set({ seenAt }),
      noteRefused: (fresh) =>
        set(({ refused }) => {
          const again = new Set(fresh.map(nameOf));
          const earlier = refused.filter((row) => !again.has(nameOf(row)));
          return { refused: [...fresh, ...earlier].slice(0, mostRefused) };
        }),
      forgetRefused: () => set({ refused: [] }),
      openFor: (before, login) =>
        set(({ clearedAt, seenAt, refused, others }) => {
          const kept = { ...others, [before]: { clearedAt, seenAt, refused } };
          return { ...nothing, ...(Object.hasOwn(kept, login) ? kept[login] : {}), others: kept };
        }),
    }),
    {
      name: 'gantry.activity',
      version: 1,
      partialize: ({ clearedAt, seenAt, refused, others }) => ({ clearedAt, seenAt, refused, others }),
    },
  ),
);

function nameOf({ owner, repo }: RefusedUpdate): string {
  return `${owner}/${repo}`;
}
