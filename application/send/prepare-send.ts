import type { AccountRecord } from '../../domain/account/account-record.js';
import type { AccountId } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { networkOf } from '../../domain/connection/connection-views.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { checkTransfer } from '../../domain/send/check-transfer.js';
import { purposeOfData, type SentPurpose, type SentToken, type SwapSummary } from '../../domain/send/sent-purpose.js';
import { activeAccount } from '../connect/active-account.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { type Chain, type Chains, requireChain, type WalletSession } from '../ports/chain.port.js';
import type { TransactionRequest } from '../ports/transaction-request.js';

/** A transfer or call from the connected account. `value` is in base units of the asset; default 0 for a call with `data`. */
export type SendInput = Omit<TransactionRequest, 'from' | 'value' | 'data'> & {
  readonly namespace?: Namespace;
  /** Purpose of the transaction, as its list, messages and events name it. Default: read from `data`, `send` without data. */
  readonly purpose?: Exclude<SentPurpose, 'cancel'>;
  /** The two sides of the swap that the transaction makes or needs: of a `swap`, and of the `approval` before it. */
  readonly swap?: SwapSummary;
  /** Symbol and decimals of `asset`, for the list of transactions on their way. Default: none. */
  readonly token?: SentToken;
} & ({ readonly value: bigint; readonly data?: string } | { readonly value?: bigint; readonly data: string });

/** A transfer that passed all local checks. */
export interface PreparedSend {
  readonly namespace: Namespace;
  readonly chain: Chain;
  readonly session: WalletSession;
  readonly account: AccountId;
  readonly type: AccountRecord['type'] | undefined;
  readonly network: Network;
  readonly transaction: TransactionRequest;
  readonly purpose: SentPurpose;
  readonly swap: SwapSummary | null;
  readonly token: SentToken | null;
}

/**
 * Validates a transfer and resolves its account, session, chain and network.
 * @throws LatchkeyError `connection/not-connected`, `connection/adapter-not-found`, `connection/client-not-set`, `address/…`,
 * `send/invalid-amount`, `chain/unsupported`
 */
export const prepareSend = (
  chains: Chains,
  connections: ConnectionStore,
  { namespace: requestedNamespace, value = 0n, purpose, swap, token, ...rest }: SendInput,
): PreparedSend => {
  const { namespace, session, account } = activeAccount(connections, requestedNamespace);
  const chain = requireChain(chains, namespace);
  const transfer = { ...rest, value };
  checkTransfer({ ...transfer, namespace, isAddress: chain.isAddress(transfer.to) });
  const state = connections.state.namespaces[namespace];
  const network = state === undefined ? undefined : networkOf(state);
  if (network === undefined || network.unknown) throw new LatchkeyError('chain/unsupported', { chainId: session.chainId });
  const type = state?.session?.accounts[0].type;
  return {
    ...{ namespace, chain, session, account, type, network },
    swap: swap ?? null,
    token: token ?? null,
    purpose: purpose ?? (rest.asset === undefined ? purposeOfData(rest.data) : 'send'),
    transaction: { ...transfer, from: account },
  };
};
