import { type ReactElement, type ReactNode, useEffect, useMemo } from 'react';
import type { Latchkey } from '../../application/latchkey.js';
import { LatchkeyContext } from '../hooks/latchkey-context.js';
import type { Messages } from '../messages/en.js';
import { holdStockModal, prepareStockModal } from './hold-stock-modal.js';

/** What the provider takes. */
export interface LatchkeyProviderProps {
  /** Made once by `createLatchkey`, outside of components. */
  readonly client: Latchkey;
  /** Texts of the modal, the buttons and `useMessages`; keep the object's identity. Default English. */
  readonly messages?: Messages;
  /** `false` where the host has its own interface. The option `disableAppend` has the same effect. Default `true`. */
  readonly modal?: boolean;
  readonly children?: ReactNode;
}

/**
 * Gives the hooks their client and brings the stock modal into the page. Renders on a server too; there, and until one of our
 * buttons is in sight of an idle page or the modal is opened, nothing of the modal is loaded. Providers of one client share one modal.
 * @example
 * const latchkey = createLatchkey({ networks: [mainnet], modules: [eip155()] });
 * <LatchkeyProvider client={latchkey}><App /></LatchkeyProvider>
 */
export const LatchkeyProvider = ({ client, messages, modal = true, children }: LatchkeyProviderProps): ReactElement => {
  const value = useMemo(() => ({ client, messages, prepareModal: () => prepareStockModal(client) }), [client, messages]);
  const mounts = modal && !client.options.current.disableAppend;
  useEffect(() => (mounts ? holdStockModal(client, messages) : undefined), [client, messages, mounts]);
  return <LatchkeyContext.Provider value={value}>{children}</LatchkeyContext.Provider>;
};
