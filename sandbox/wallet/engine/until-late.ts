import type { FaultMode } from './fault.js';
import type { WalletState } from './wallet-state.js';

/** How often is looked whether the fault is still there. */
const LOOK_MS = 20;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for as long as the fault wants answers held back. */
export const untilLate = async (fault: FaultMode & { readonly mode: 'answer-late' }, state: () => WalletState): Promise<void> => {
  if (fault.delayMs !== undefined) return pause(fault.delayMs);
  while (state().fault === fault) await pause(LOOK_MS);
};
