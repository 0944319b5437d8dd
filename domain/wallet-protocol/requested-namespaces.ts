import type { ChainId } from '../caip/caip-2.js';
import { isChainId } from '../caip/caip-2.js';
import type { Namespace } from '../caip/namespace.js';
import type { Network } from '../network/network.js';
import type { UniversalProviderConfigOverride } from '../options/options.js';
import type { ProposalNamespace, ProposalNamespaces } from './session.js';

const splitWords = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Requested methods by namespace. @see https://docs.walletconnect.com for each namespace's list */
const METHODS: Readonly<Partial<Record<Namespace, readonly string[]>>> = {
  eip155: splitWords(`
    eth_accounts eth_requestAccounts eth_sendRawTransaction eth_sign eth_signTransaction eth_signTypedData eth_signTypedData_v3
    eth_signTypedData_v4 eth_sendTransaction personal_sign wallet_switchEthereumChain wallet_addEthereumChain wallet_getPermissions
    wallet_requestPermissions wallet_registerOnboarding wallet_watchAsset wallet_scanQRCode wallet_getCallsStatus
    wallet_showCallsStatus wallet_sendCalls wallet_getCapabilities wallet_grantPermissions wallet_revokePermissions wallet_getAssets`),
  solana: splitWords(`
    solana_signMessage solana_signTransaction solana_requestAccounts solana_getAccounts solana_signAllTransactions
    solana_signAndSendTransaction`),
  bip122: splitWords('sendTransfer signMessage signPsbt getAccountAddresses'),
  polkadot: splitWords('polkadot_signTransaction polkadot_signMessage'),
};

const EVENTS = ['accountsChanged', 'chainChanged'];

/** Includes the former chain id, because a wallet may support only that one. */
const chainIdsOf = ({ caipNetworkId, deprecatedCaipNetworkId }: Network): readonly ChainId[] =>
  deprecatedCaipNetworkId === undefined ? [caipNetworkId] : [caipNetworkId, deprecatedCaipNetworkId];

/**
 * Builds the namespaces of a proposal: all configured networks of the given namespaces with the default methods and events, and the app's
 * overrides. All of them are optional for the wallet.
 * @see https://chainagnostic.org/CAIPs/caip-25
 */
export const requestedNamespaces = (
  networks: readonly Network[],
  namespaces: readonly Namespace[],
  { methods = {}, chains = {}, events = {} }: Pick<UniversalProviderConfigOverride, 'methods' | 'chains' | 'events'> = {},
): ProposalNamespaces => {
  const keys = [...namespaces, ...[methods, chains, events].flatMap((lists) => Object.keys(lists))];
  return Object.fromEntries(
    [...new Set(keys)].map((namespace): readonly [string, ProposalNamespace] => {
      const configuredChains = networks.filter(({ chainNamespace }) => chainNamespace === namespace).flatMap(chainIdsOf);
      return [
        namespace,
        {
          chains: chains[namespace]?.filter(isChainId) ?? configuredChains,
          // Unregistered namespaces have no default methods.
          methods: methods[namespace] ?? METHODS[namespace as Namespace] ?? [],
          events: events[namespace] ?? EVENTS,
        },
      ];
    }),
  );
};
