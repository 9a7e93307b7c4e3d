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
export interface Looked {
  /** Work that ended before this moment is not shown any more, UTC; null for none. */
  clearedAt: string | null;
  /** Keys of the work that ended at that moment and is not shown any more: others may end in the same second. */
  clearedLast: readonly string[];
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
  clear(moment: string, last: readonly string[]): void;
  see(moment: string): void;
  /** Notes what was refused, in place of what was refused before of those that were tried. @param tried full names */
  noteRefused(refused: readonly RefusedUpdate[], tried: readonly string[]): void;
  forgetRefused(): void;
  /** Keeps what the account before made of it, and takes that of this one. */
  openFor(before: string, login: string): void;
}

const nothing: Looked = { clearedAt: null, clearedLast: [], seenAt: null, refused: [] };
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
      clear: (clearedAt, clearedLast) => set({ clearedAt, clearedLast }),
      see: (seenAt) => set({ seenAt }),
      noteRefused: (fresh, tried) =>
        set(({ refused }) => {
          const again = new Set(tried);
          const earlier = refused.filter((row) => !again.has(nameOf(row)));
          return { refused: [...fresh, ...earlier].slice(0, mostRefused) };
        }),
      forgetRefused: () => set({ refused: [] }),
      openFor: (before, login) =>
        set((state) => {
          const others = { ...state.others, [before]: lookedOf(state) };
          return { ...nothing, ...(Object.hasOwn(others, login) ? others[login] : {}), others };
        }),
    }),
    {
      name: 'gantry.activity',
      version: 1,
      partialize: (state) => ({ ...lookedOf(state), others: state.others }),
    },
  ),
);

function lookedOf({ clearedAt, clearedLast, seenAt, refused }: Looked): Looked {
  return { clearedAt, clearedLast, seenAt, refused };
}

function nameOf({ owner, repo }: RefusedUpdate): string {
  return `${owner}/${repo}`;
}
