import type { NamespaceAccount, OfferedChains } from '../engine/keys/namespace.js';
import { BitcoinProvider, listBitcoinProvider } from './bitcoin-provider.js';
import type { WalletIdentity } from './identity.js';
import type { SandboxProvider } from './sandbox-provider.js';
import { SharedAccounts } from './shared-accounts.js';
import { registerStandardWallet, standardWallet } from './standard-wallet.js';

/** An account as Polkadot extensions expose it. */
interface InjectedAccount {
  readonly address: string;
  readonly name: string;
  readonly type: 'sr25519';
  readonly genesisHash: null;
}

type Subscriber = (accounts: readonly InjectedAccount[]) => void;

let lastId = 0;

const injected = (accounts: readonly NamespaceAccount[]): readonly InjectedAccount[] =>
  // Invalid results of a fault are passed through unchanged.
  Array.isArray(accounts)
    ? accounts.map(({ address, name = '' }: NamespaceAccount) => ({ address, name, type: 'sr25519', genesisHash: null }))
    : (accounts as readonly never[]);

/**
 * The object that a Polkadot extension injects under its name. It exposes only a version until a site is enabled.
 * @see https://github.com/polkadot-js/extension/blob/master/packages/extension-inject/src/types.ts
 */
const injectedExtension = (provider: SandboxProvider): object => {
  const shared = new SharedAccounts(provider, 'polkadot');
  const signed = async (method: string, params: object): Promise<object> => {
    lastId += 1;
    // A fault may resolve with any value, even undefined.
    const { signature } = Object(await provider.request({ method, params }));
    return { id: lastId, signature };
  };
  return Object.freeze({
    version: '0.1.0',
    /** The name that the site passes is ignored; the wallet shows its origin. */
    enable: async (_originName: string) => {
      const first = injected(await shared.connect());
      return {
        accounts: {
          get: async () => (Array.isArray(first) ? injected(shared.all) : first),
          subscribe: (subscriber: Subscriber) => {
            subscriber(Array.isArray(first) ? injected(shared.all) : first);
            return shared.watch((accounts) => subscriber(injected(accounts)));
          },
        },
        signer: {
          signPayload: (payload: { readonly address: string }) =>
            signed('polkadot_signTransaction', { address: payload.address, transactionPayload: payload }),
          signRaw: ({ address, data }: { readonly address: string; readonly data: string }) =>
            signed('polkadot_signMessage', { address, message: data }),
        },
      };
    },
  });
};

/** Injects a wallet as a Polkadot extension. */
const injectExtension = ({ name }: WalletIdentity, provider: SandboxProvider): void => {
  const page = window as Window & { injectedWeb3?: Record<string, object> };
  page.injectedWeb3 ??= {};
  page.injectedWeb3[name] = injectedExtension(provider);
};

/**
 * Announces a provider now and on request.
 * @see https://eips.ethereum.org/EIPS/eip-6963
 */
const announceProvider = (identity: WalletIdentity, provider: SandboxProvider): void => {
  const info = Object.freeze({ uuid: crypto.randomUUID(), ...identity });
  const announce = (): void => {
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
  };
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
};

/** The namespaces that a wallet announces, and its identity. */
export interface Announcement {
  readonly identity: WalletIdentity;
  /** True if the wallet supports EVM chains. */
  readonly eip155: boolean;
  readonly chains: OfferedChains;
}

/** Limits an announcement to a list of namespaces; `null` means no limit. */
export const restrictTo = (namespaces: readonly string[] | null, { identity, eip155, chains }: Announcement): Announcement => ({
  identity,
  eip155: eip155 && (namespaces?.includes('eip155') ?? true),
  chains: Object.fromEntries(Object.entries(chains).filter(([namespace]) => namespaces?.includes(namespace) ?? true)),
});

/** Announces a wallet through all discovery mechanisms of its namespaces. */
export const announceWallet = ({ identity, eip155, chains }: Announcement, provider: SandboxProvider): void => {
  if (eip155) announceProvider(identity, provider);
  if (chains.solana !== undefined || chains.bip122 !== undefined) registerStandardWallet(standardWallet(identity, provider, chains));
  if (chains.bip122 !== undefined) listBitcoinProvider(identity, new BitcoinProvider(provider, chains.bip122));
  if (chains.polkadot !== undefined) injectExtension(identity, provider);
};
