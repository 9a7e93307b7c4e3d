import { create } from 'zustand';
import { persist } from 'zustand/middleware';

const mostRecentAddresses = 12;

interface Preferences {
  /** Whose window it was last; null before that was kept. */
  login: string | null;
  /** Of that account, newest first. */
  recentAddresses: string[];
  /** Those of the other accounts, by login. */
  othersAddresses: Record<string, string[]>;
  /** How close together rows and parts of a screen stand. */
  density: 'comfortable' | 'compact';
  /** The last place of the window, to come back to at the next start. */
  location: string;
  /** Keeps the addresses of the account before and takes out those of this one. */
  openFor(login: string): void;
  rememberAddress(address: string): void;
  rememberLocation(location: string): void;
  chooseDensity(density: Preferences['density']): void;
}

/** Small things that the window remembers between starts. */
export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      login: null,
      recentAddresses: [],
      othersAddresses: {},
      density: 'comfortable',
      location: '/',
      openFor: (login) =>
        set(({ login: before, recentAddresses, othersAddresses, location }) => {
          if (before === null) return { login };
          const { [login]: own, ...rest } = { ...othersAddresses, [before]: recentAddresses };
          return {
            login,
            recentAddresses: Array.isArray(own) ? own : [],
            othersAddresses: rest,
            location: before === login ? location : '/',
          };
        }),
      rememberAddress: (address) =>
        set((state) => ({
          recentAddresses: [address, ...state.recentAddresses.filter((known) => known !== address)].slice(
            0,
            mostRecentAddresses,
          ),
        })),
      rememberLocation: (location) => set({ location }),
      chooseDensity: (density) => set({ density }),
    }),
    { name: 'gantry.preferences', version: 1 },
  ),
);
