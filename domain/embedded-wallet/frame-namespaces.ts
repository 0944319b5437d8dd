import type { ChainId } from '../caip/caip-2.js';
import { namespaceOf } from '../caip/caip-2.js';
import { formatAccountId } from '../caip/caip-10.js';
import { isSmartAccountEnabled } from '../connection/embedded-wallet-info.js';
import type { SessionNamespaces } from '../wallet-protocol/session.js';
import type { FrameUser } from './frame-actions.js';
import { fromFrameChain } from './frame-chain.js';
import { type FrameNamespace, isFrameNamespace } from './frame-namespace.js';
import { frameAccountTypeOf } from './smart-accounts.js';

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
    'eth_sendUserOperation',
    'eth_estimateUserOperationGas',
    'eth_getUserOperationByHash',
    'eth_getUserOperationReceipt',
    'eth_supportedEntryPoints',
  ],
  solana: ['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions', 'solana_signAndSendTransaction'],
} as const satisfies Readonly<Record<FrameNamespace, readonly string[]>>;

/** Returns the user's addresses on a chain. A smart account is missing where there are none, unless the site itself uses it there. */
const addressesOn = (user: FrameUser, chainId: ChainId, smartAccountNetworks: readonly number[]): readonly string[] => {
  const addresses = [...new Set([user.address, ...(user.accounts ?? []).map(({ address }) => address)])];
  if (namespaceOf(chainId) !== 'eip155' || isSmartAccountEnabled(smartAccountNetworks, chainId)) return addresses;
  const isInUse = (address: string): boolean => address === user.address && fromFrameChain(user.chainId) === chainId;
  return addresses.filter((address) => isInUse(address) || frameAccountTypeOf(user, address) !== 'smartAccount');
};

/**
 * The namespaces of a session: each user's accounts on all given chains of the user's namespace. The account in use comes first.
 * @param users by namespace, as the frame told them
 * @param smartAccountNetworks EIP-155 chain ids with smart accounts
 */
export const frameNamespaces = (
  users: Readonly<Partial<Record<FrameNamespace, FrameUser>>>,
  chains: readonly ChainId[],
  smartAccountNetworks: readonly number[],
): SessionNamespaces =>
  Object.fromEntries(
    Object.keys(users)
      .filter(isFrameNamespace)
      .flatMap((namespace) => {
        const user = users[namespace];
        if (user === undefined) return [];
        const own = chains.filter((chainId) => namespaceOf(chainId) === namespace);
        const accounts = own.flatMap((chainId) =>
          addressesOn(user, chainId, smartAccountNetworks).map((address) => formatAccountId(chainId, address)),
        );
        return [[namespace, { chains: own, accounts, methods: METHODS[namespace], events: ['accountsChanged', 'chainChanged'] }] as const];
      }),
  );
