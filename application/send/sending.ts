import type { AccountRecord } from '../../domain/account/account-record.js';
import type { AccountId } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { networkOf } from '../../domain/connection/connection-views.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { checkTransfer } from '../../domain/send/check-transfer.js';
import { activeAccount } from '../connect/active-account.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { type Chain, type Chains, requireChain, type WalletSession } from '../ports/chain.port.js';
import type { TransactionRequest } from '../ports/transaction-request.js';

/** What to send from the connected account. `value` is in base units of what is sent; 0 where a call with `data` names none. */
export type SendInput = Omit<TransactionRequest, 'from' | 'value' | 'data'> & {
  readonly namespace?: Namespace;
} & ({ readonly value: bigint; readonly data?: string } | { readonly value?: bigint; readonly data: string });

/** A transfer that passed every check that needs nobody's answer. */
export interface Sending {
  readonly namespace: Namespace;
  readonly chain: Chain;
  readonly session: WalletSession;
  readonly account: AccountId;
  readonly type: AccountRecord['type'] | undefined;
  readonly network: Network;
  readonly transaction: TransactionRequest;
}

/**
 * Checks what is to be sent, and finds who sends it and where.
 * @throws LatchkeyError `connection/not-connected`, `connection/adapter-not-found`, `connection/client-not-set`, `address/…`,
 * `send/invalid-amount`, `chain/unsupported`
 */
export const prepareSending = (
  chains: Chains,
  connections: ConnectionStore,
  { namespace: asked, value = 0n, ...rest }: SendInput,
): Sending => {
  const { namespace, session, account } = activeAccount(connections, asked);
  const chain = requireChain(chains, namespace);
  const transfer = { ...rest, value };
  checkTransfer({ ...transfer, namespace, isAddress: chain.isAddress(transfer.to) });
  const state = connections.state.namespaces[namespace];
  const network = state === undefined ? undefined : networkOf(state);
  if (network === undefined || network.unknown) throw new LatchkeyError('chain/unsupported', { chainId: session.chainId });
  const type = state?.session?.accounts[0].type;
  return { namespace, chain, session, account, type, network, transaction: { ...transfer, from: account } };
};
