import { create } from 'zustand';

interface Desk {
  /** Whether the list of commands is open. */
  palette: boolean;
  /** Path of the screen that help is asked for; null while Help is closed. */
  help: string | null;
  openPalette(): void;
  closePalette(): void;
  openHelp(path: string): void;
  closeHelp(): void;
}

/** What lies over any screen: commands and help. */
export const useDesk = create<Desk>()((set) => ({
  palette: false,
  help: null,
  openPalette: () => set({ palette: true, help: null }),
  closePalette: () => set({ palette: false }),
  openHelp: (help) => set({ help, palette: false }),
  closeHelp: () => set({ help: null }),
}));
