import { create } from 'zustand';
import type { ImportProgress } from '../../service/vocabulary/progress.ts';

interface LiveProgress {
  /** The last reading of each running import, by the import's id. */
  readings: Readonly<Record<number, ImportProgress>>;
  report(importId: number, progress: ImportProgress): void;
  forget(importId: number): void;
}

/** Live numbers of running imports, as events bring them; never stored. */
export const useLiveProgress = create<LiveProgress>()((set) => ({
  readings: {},
  report: (importId, progress) => set((state) => ({ readings: { ...state.readings, [importId]: progress } })),
  forget: (importId) =>
    set((state) => {
      const { [importId]: _gone, ...readings } = state.readings;
      return { readings };
    }),
}));
