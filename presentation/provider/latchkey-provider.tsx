import { type ReactElement, type ReactNode, useEffect, useMemo } from 'react';
import type { Latchkey } from '../../application/latchkey.js';
import { LatchkeyContext } from '../hooks/latchkey-context.js';
import type { Messages } from '../messages/en.js';
import { prepareStockModal, retainStockModal } from './retain-stock-modal.js';

/** Props of {@link LatchkeyProvider}. */
export interface LatchkeyProviderProps {
  /** Created once by `createLatchkey`, outside of components. */
  readonly client: Latchkey;
  /** Texts of the modal, the buttons and `useMessages`. Keep the object's identity. Default English. */
  readonly messages?: Messages;
  /** `false` for apps with their own UI. The option `disableAppend` has the same effect. Default `true`. */
  readonly modal?: boolean;
  readonly children?: ReactNode;
}

/**
 * Provides the client to the hooks and mounts the stock modal in the page. Also renders on a server. The modal's code is loaded when the
 * modal opens, or earlier once one of its buttons is visible and the page idle. Providers of one client share one modal.
 * @example
 * const latchkey = createLatchkey({ networks: [mainnet], modules: [eip155()] });
 * <LatchkeyProvider client={latchkey}><App /></LatchkeyProvider>
 */
export const LatchkeyProvider = ({ client, messages, modal = true, children }: LatchkeyProviderProps): ReactElement => {
  const value = useMemo(() => ({ client, messages, prepareModal: () => prepareStockModal(client) }), [client, messages]);
  const shouldMount = modal && !client.options.current.disableAppend;
  useEffect(() => (shouldMount ? retainStockModal(client, messages) : undefined), [client, messages, shouldMount]);
  return <LatchkeyContext.Provider value={value}>{children}</LatchkeyContext.Provider>;
};
