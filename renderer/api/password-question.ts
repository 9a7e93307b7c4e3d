import { create } from 'zustand';

interface PasswordQuestion {
  asked: boolean;
  /** Asks the person for the password; true once it was given. Several that ask at once get one answer. */
  ask(): Promise<boolean>;
  answer(confirmed: boolean): void;
}

let pending: { promise: Promise<boolean>; resolve(confirmed: boolean): void } | null = null;

/** Whether the window asks for the password again, for what the engine wants it confirmed. */
export const usePasswordQuestion = create<PasswordQuestion>()((set) => ({
  asked: false,
  ask: () => {
    if (pending === null) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      pending = { promise, resolve };
      set({ asked: true });
    }
    return pending.promise;
  },
  answer: (confirmed) => {
    pending?.resolve(confirmed);
    pending = null;
    set({ asked: false });
  },
}));
