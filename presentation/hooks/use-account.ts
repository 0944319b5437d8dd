import type { Latchkey } from '../../application/latchkey.js';
import type { AccountId } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { AccountState, ConnectedWalletInfo } from '../../domain/connection/connection-state.js';
import { accountOf } from '../../domain/connection/connection-views.js';
import { useObservable } from './use-observable.js';
import { watchConnection } from './watch-connection.js';

/** Address of a namespace: hex for `eip155`, text in the others. */
export type AddressOf<N extends Namespace> = N extends 'eip155' ? `0x${string}` : string;

/** Account of a namespace, discriminated by `isConnected`. */
export type Account<N extends Namespace = Namespace> = Omit<
  AccountState,
  'isConnected' | 'address' | 'caipAddress' | 'connectedWalletInfo' | 'connectorId'
> &
  (
    | {
        readonly isConnected: true;
        readonly address: AddressOf<N>;
        readonly caipAddress: AccountId;
        readonly connectedWalletInfo: ConnectedWalletInfo;
        readonly connectorId: string;
      }
    | {
        readonly isConnected: false;
        /** Set while a stored connection is being restored. */
        readonly address: AddressOf<N> | undefined;
        readonly caipAddress: AccountId | undefined;
        readonly connectedWalletInfo: ConnectedWalletInfo | undefined;
        readonly connectorId: string | undefined;
      }
  );

const watch = (client: Latchkey, namespace: Namespace | undefined) => ({
  ...watchConnection(client, (state) => accountOf(state, namespace)),
  changes: client.useCases.watchAccount.execute(namespace === undefined ? {} : { namespace }),
});

/**
 * Returns the connected account of a namespace, the active one by default.
 * @example
 * const { isConnected, address } = useAccount({ namespace: 'eip155' });
 * if (isConnected) address; // `0x${string}`
 */
export const useAccount = <N extends Namespace = Namespace>({ namespace }: { readonly namespace?: N | undefined } = {}): Account<N> =>
  // The chain adapter validates the address format, and a session always has these fields.
  useObservable('useAccount', watch, namespace) as Account<N>;
