import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface Activity {
  /** Whether the drawer is open. */
  opened: boolean;
  /** Work that ended at this moment or before it is not shown any more, UTC; null for none. */
  clearedAt: string | null;
  /** What failed at this moment or before it was seen, UTC; null for nothing. */
  seenAt: string | null;
  open(): void;
  close(): void;
  clear(moment: string): void;
  see(moment: string): void;
}

/** The drawer of long work: opened by the navigation, and by screens that begin a lot of it. What was seen outlives a restart. */
export const useActivity = create<Activity>()(
  persist(
    (set) => ({
      opened: false,
      clearedAt: null,
      seenAt: null,
      open: () => set({ opened: true }),
      close: () => set({ opened: false }),
      clear: (clearedAt) => set({ clearedAt }),
      see: (seenAt) => set({ seenAt }),
    }),
    {
      name: 'gantry.activity',
      version: 1,
      partialize: ({ clearedAt, seenAt }) => ({ clearedAt, seenAt }),
    },
  ),
);
