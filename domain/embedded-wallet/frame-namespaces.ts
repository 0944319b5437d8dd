import type { ChainId } from '../caip/caip-2.js';
import { namespaceOf } from '../caip/caip-2.js';
import { formatAccountId } from '../caip/caip-10.js';
import type { SessionNamespaces } from '../wallet-protocol/session.js';
import type { FrameUser } from './frame-actions.js';
import { type FrameNamespace, isFrameNamespace } from './frame-namespace.js';

/** Methods of the embedded wallet, by namespace. */
const METHODS = {
  eip155: [
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'wallet_sendCalls',
    'wallet_getCallsStatus',
    'wallet_getCapabilities',
    'wallet_getAssets',
    'wallet_grantPermissions',
    'wallet_revokePermissions',
  ],
  solana: ['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions', 'solana_signAndSendTransaction'],
} as const satisfies Readonly<Record<FrameNamespace, readonly string[]>>;

/**
 * The namespaces of a session: each user's accounts on all given chains of the user's namespace. The account in use comes first.
 * @param users by namespace, as the frame told them
 */
export const frameNamespaces = (
  users: Readonly<Partial<Record<FrameNamespace, FrameUser>>>,
  chains: readonly ChainId[],
): SessionNamespaces =>
  Object.fromEntries(
    Object.keys(users)
      .filter(isFrameNamespace)
      .flatMap((namespace) => {
        const user = users[namespace];
        if (user === undefined) return [];
        const own = chains.filter((chainId) => namespaceOf(chainId) === namespace);
        const addresses = [...new Set([user.address, ...(user.accounts ?? []).map(({ address }) => address)])];
        const accounts = own.flatMap((chainId) => addresses.map((address) => formatAccountId(chainId, address)));
        return [[namespace, { chains: own, accounts, methods: METHODS[namespace], events: ['accountsChanged', 'chainChanged'] }] as const];
      }),
  );
