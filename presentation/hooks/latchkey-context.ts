import { createContext } from 'react';
import type { Latchkey } from '../../application/latchkey.js';
import type { Messages } from '../messages/en.js';

/** What the hooks work with. */
export interface LatchkeyContextValue {
  readonly client: Latchkey;
  /** The host's texts; without them the English ones. */
  readonly messages?: Messages | undefined;
  /** Fetches the stock modal's code, where a provider brings it in. */
  readonly prepareModal?: (() => void) | undefined;
}

/** Carries the client and the texts to the hooks; `LatchkeyProvider` fills it. */
export const LatchkeyContext = createContext<LatchkeyContextValue | null>(null);
