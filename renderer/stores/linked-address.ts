import { create } from 'zustand';

interface LinkedAddress {
  /** The address of a source that a link named and that nobody took yet. */
  address: string | null;
  name(address: string): void;
  forget(): void;
}

/** An address that came with a link from outside of the window, until a person takes it or leaves it. */
export const useLinkedAddress = create<LinkedAddress>()((set) => ({
  address: null,
  name: (address) => set({ address }),
  forget: () => set({ address: null }),
}));
