import { createContext } from 'react';
import type { Latchkey } from '../../application/latchkey.js';
import type { Messages } from '../messages/en.js';

/** What the hooks work with. */
export interface LatchkeyContextValue {
  readonly client: Latchkey;
  readonly messages: Messages;
}

/** Carries the client and the texts to the hooks; `LatchkeyProvider` fills it. */
export const LatchkeyContext = createContext<LatchkeyContextValue | null>(null);
