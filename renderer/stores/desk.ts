import { useEffect } from 'react';
import { create } from 'zustand';

interface Desk {
  /** Whether the list of commands is open. */
  palette: boolean;
  /** Pages of the guide that were opened beside the screen, the one that is shown last; empty while Help is closed. */
  help: readonly string[];
  /** Page of the guide about what the screen shows now, where the screen's path does not say; null where it does. */
  about: string | null;
  openPalette(): void;
  closePalette(): void;
  /** Opens Help at a page of the guide, named as `GuidePage` is. */
  openHelp(page: string): void;
  /** Follows a link within Help. */
  followHelp(page: string): void;
  /** The page before. */
  goBackInHelp(): void;
  closeHelp(): void;
}

/** What lies over any screen: commands and help. */
export const useDesk = create<Desk>()((set) => ({
  palette: false,
  help: [],
  about: null,
  openPalette: () => set({ palette: true, help: [] }),
  closePalette: () => set({ palette: false }),
  openHelp: (page) => set({ help: [page], palette: false }),
  followHelp: (page) => set(({ help }) => ({ help: [...help, page] })),
  goBackInHelp: () => set(({ help }) => ({ help: help.slice(0, -1) })),
  closeHelp: () => set({ help: [] }),
}));

/** Says which page of the guide is about the part of a screen that is shown. */
export function useHelpAbout(page: string): void {
  useEffect(() => {
    useDesk.setState({ about: page });
    return () => useDesk.setState({ about: null });
  }, [page]);
}
