import type { GantryBridge } from '../main/ipc/contract.ts';

declare global {
  interface Window {
    readonly gantry: GantryBridge;
  }
}
