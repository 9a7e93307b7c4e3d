import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Detection, Layout, ProjectChoice } from '../../service/api/imports/import-schemas.ts';

export type DraftStep = 'source' | 'found';

export interface Destination {
  owner: string;
  name: string;
  /** Into a repository that exists already, instead of a new one. */
  existing: boolean;
}

interface Draft {
  step: DraftStep;
  address: string;
  username: string;
  detection: Detection | null;
  /** The project chosen of several; null for the whole repository or where there is no choice. */
  choice: ProjectChoice | null;
  /** Folders of the projects that go into a repository each; null where one thing is imported. */
  each: string[] | null;
  layout: Layout | null;
  destination: Destination | null;
  holdBeforePush: boolean;
  includeHiddenRefs: boolean;
  leaveOutLabels: boolean;
}

interface WizardDraft extends Draft {
  change(values: Partial<Draft>): void;
  discard(): void;
}

const empty: Draft = {
  step: 'source',
  address: '',
  username: '',
  detection: null,
  choice: null,
  each: null,
  layout: null,
  destination: null,
  holdBeforePush: true,
  includeHiddenRefs: false,
  leaveOutLabels: false,
};

/** The import that is being prepared; kept over restarts, but for the user name, in whose place some servers take a token. It has no place for a password. */
export const useWizardDraft = create<WizardDraft>()(
  persist(
    (set) => ({
      ...empty,
      change: (values) => set(values),
      discard: () => set(empty),
    }),
    {
      name: 'gantry.wizard-draft',
      version: 3,
      partialize: ({ username: _, ...kept }) => kept,
      // Where it goes had a step of its own once, and the user name was kept.
      migrate: (before) => {
        const { username: _, ...kept } = before as WizardDraft;
        return { ...kept, step: kept.detection === null ? 'source' : 'found' };
      },
    },
  ),
);

interface DraftPassword {
  password: string;
  /** Whether the keychain is to keep it once the source took it. */
  remember: boolean;
  /** Whether the source did not take the login: it is not told it again until a person gives it again. */
  refused: boolean;
  refuse(): void;
  setPassword(password: string, remember: boolean): void;
}

/** The password of the import that is being prepared, in memory only. */
export const useDraftPassword = create<DraftPassword>()((set) => ({
  password: '',
  remember: false,
  refused: false,
  refuse: () => set({ refused: true }),
  setPassword: (password, remember) => set({ password, remember, refused: false }),
}));
