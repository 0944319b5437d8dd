import type { ChainId } from '../caip/caip-2.js';
import { isChainId } from '../caip/caip-2.js';
import type { Namespace } from '../caip/namespace.js';
import type { Network } from '../network/network.js';
import type { ProposalNamespace, ProposalNamespaces } from './session.js';

/** Words of a list. */
const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** The calls that a wallet is asked to allow, by namespace. @see https://docs.walletconnect.com for each namespace's list */
const METHODS: Readonly<Partial<Record<Namespace, readonly string[]>>> = {
  eip155: words(`
    eth_accounts eth_requestAccounts eth_sendRawTransaction eth_sign eth_signTransaction eth_signTypedData eth_signTypedData_v3
    eth_signTypedData_v4 eth_sendTransaction personal_sign wallet_switchEthereumChain wallet_addEthereumChain wallet_getPermissions
    wallet_requestPermissions wallet_registerOnboarding wallet_watchAsset wallet_scanQRCode wallet_getCallsStatus
    wallet_showCallsStatus wallet_sendCalls wallet_getCapabilities wallet_grantPermissions wallet_revokePermissions wallet_getAssets`),
  solana: words(`
    solana_signMessage solana_signTransaction solana_requestAccounts solana_getAccounts solana_signAllTransactions
    solana_signAndSendTransaction`),
  bip122: words('sendTransfer signMessage signPsbt getAccountAddresses'),
  polkadot: words('polkadot_signTransaction polkadot_signMessage'),
};

const EVENTS = ['accountsChanged', 'chainChanged'];

/** What a host asks instead of the usual: each entry replaces a namespace's list. */
export interface RequestOverrides {
  readonly methods?: Readonly<Record<string, readonly string[]>>;
  readonly chains?: Readonly<Record<string, readonly string[]>>;
  readonly events?: Readonly<Record<string, readonly string[]>>;
}

/** A wallet may know a chain by its former id only. */
const idsOf = ({ caipNetworkId, deprecatedCaipNetworkId }: Network): readonly ChainId[] =>
  deprecatedCaipNetworkId === undefined ? [caipNetworkId] : [caipNetworkId, deprecatedCaipNetworkId];

/**
 * What is proposed to a wallet: every configured network of the given namespaces with the usual calls and events, and the
 * host's overrides. All of it is optional for the wallet.
 * @see https://chainagnostic.org/CAIPs/caip-25
 */
export const requestedNamespaces = (
  networks: readonly Network[],
  namespaces: readonly Namespace[],
  { methods = {}, chains = {}, events = {} }: RequestOverrides = {},
): ProposalNamespaces => {
  const named = [...namespaces, ...[methods, chains, events].flatMap((lists) => Object.keys(lists))];
  return Object.fromEntries(
    [...new Set(named)].map((namespace): readonly [string, ProposalNamespace] => {
      const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace).flatMap(idsOf);
      return [
        namespace,
        {
          chains: chains[namespace]?.filter(isChainId) ?? own,
          // A namespace that only the host knows has no usual calls.
          methods: methods[namespace] ?? METHODS[namespace as Namespace] ?? [],
          events: events[namespace] ?? EVENTS,
        },
      ];
    }),
  );
};
