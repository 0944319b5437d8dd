import { createContext } from 'react';
import type { Latchkey } from '../../application/latchkey.js';
import type { Messages } from '../messages/en.js';

/** Value of {@link LatchkeyContext}. */
export interface LatchkeyContextValue {
  readonly client: Latchkey;
  /** The app's texts. Default English. */
  readonly messages?: Messages | undefined;
  /** Fetches the stock modal's code, if the provider mounts it. */
  readonly prepareModal?: (() => void) | undefined;
}

/** Passes the client and the texts to the hooks. `LatchkeyProvider` sets it. */
export const LatchkeyContext = createContext<LatchkeyContextValue | null>(null);
