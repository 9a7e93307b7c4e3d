import { create } from 'zustand';
import { persist } from 'zustand/middleware';

const mostRecentAddresses = 12;

interface Preferences {
  recentAddresses: string[];
  /** The last place of the window, to come back to at the next start. */
  location: string;
  rememberAddress(address: string): void;
  rememberLocation(location: string): void;
}

/** Small things that the window remembers between starts. */
export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      recentAddresses: [],
      location: '/',
      rememberAddress: (address) =>
        set((state) => ({
          recentAddresses: [address, ...state.recentAddresses.filter((known) => known !== address)].slice(
            0,
            mostRecentAddresses,
          ),
        })),
      rememberLocation: (location) => set({ location }),
    }),
    { name: 'gantry.preferences', version: 1 },
  ),
);
