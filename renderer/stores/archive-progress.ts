import { create } from 'zustand';
import type { ArchiveProgress } from '../../service/vocabulary/progress.ts';

/** `migration:3`, `inspection:1`, `restore:2`. */
export type ArchiveJob = `${'migration' | 'inspection' | 'restore'}:${number}`;

interface LiveArchiveProgress {
  readings: Readonly<Partial<Record<ArchiveJob, ArchiveProgress>>>;
  report(job: ArchiveJob, progress: ArchiveProgress): void;
  forget(job: ArchiveJob): void;
}

/** Live numbers of running exports, readings and restores, as events bring them; never stored. */
export const useArchiveProgress = create<LiveArchiveProgress>()((set) => ({
  readings: {},
  report: (job, progress) => set((state) => ({ readings: { ...state.readings, [job]: progress } })),
  forget: (job) =>
    set((state) => {
      const { [job]: _gone, ...readings } = state.readings;
      return { readings };
    }),
}));
