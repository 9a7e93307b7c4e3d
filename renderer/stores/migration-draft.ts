import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type MigrationStep = 'owner' | 'repositories' | 'options' | 'review';

interface Draft {
  step: MigrationStep;
  /** Login of the account or of the organization; null before it was chosen. */
  owner: string | null;
  /** Full names. */
  repositories: string[];
  lockRepositories: boolean;
  excludeAttachments: boolean;
}

interface MigrationDraft extends Draft {
  change(values: Partial<Draft>): void;
  discard(): void;
}

const empty: Draft = {
  step: 'owner',
  owner: null,
  repositories: [],
  lockRepositories: false,
  excludeAttachments: false,
};

/** The migration that is being prepared; kept over restarts. */
export const useMigrationDraft = create<MigrationDraft>()(
  persist(
    (set) => ({
      ...empty,
      change: (values) => set(values),
      discard: () => set(empty),
    }),
    { name: 'gantry.migration-draft', version: 1 },
  ),
);
