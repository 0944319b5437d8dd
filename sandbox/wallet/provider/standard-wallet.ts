import { bitcoinNetwork } from '../engine/keys/bitcoin-network.js';
import type { NamespaceAccount, OfferedChains } from '../engine/keys/namespace.js';
import { bitcoinFeatures } from './bitcoin-features.js';
import type { WalletIdentity } from './identity.js';
import type { SandboxProvider } from './sandbox-provider.js';
import { publicKeyBytes, SharedAccounts } from './shared-accounts.js';
import { solanaFeatures } from './solana-features.js';

/** @see https://github.com/anza-xyz/wallet-standard/blob/master/packages/core/chains/src/index.ts */
const SOLANA_CHAIN = 'solana:mainnet';

type Listener = (change: { readonly accounts: readonly object[] }) => void;

/** A wallet of the Wallet Standard with the namespaces that it offers, in one object, as multi-chain wallets bring it. */
export const standardWallet = (identity: WalletIdentity, provider: SandboxProvider, offered: OfferedChains): object => {
  const [solana, bitcoin] = [new SharedAccounts(provider, 'solana'), new SharedAccounts(provider, 'bip122')];
  const bitcoinChain = offered.bip122 === undefined ? null : `bitcoin:${bitcoinNetwork(offered.bip122).name}`;
  const solanaAccount = (account: NamespaceAccount): object => ({
    address: account.address,
    publicKey: publicKeyBytes(account),
    chains: [SOLANA_CHAIN],
    features: ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signIn'],
  });
  const bitcoinAccount = (account: NamespaceAccount): object => ({
    address: account.address,
    publicKey: publicKeyBytes(account),
    purpose: account.purpose ?? 'payment',
    chains: [bitcoinChain],
    features: ['bitcoin:signMessage', 'bitcoin:signTransaction', 'bitcoin:signAndSendTransaction'],
  });
  // Malformed answers of a fault reach the page as they came.
  const shown = (accounts: readonly NamespaceAccount[], show: (account: NamespaceAccount) => object): readonly object[] =>
    Array.isArray(accounts) ? accounts.map(show) : accounts;
  const all = (): readonly object[] => [
    ...(offered.solana === undefined ? [] : solana.all.map(solanaAccount)),
    ...(bitcoinChain === null ? [] : bitcoin.all.map(bitcoinAccount)),
  ];
  const on = (_event: 'change', listener: Listener): (() => void) => {
    const ends = [solana, bitcoin].map((shared) => shared.watch(() => listener({ accounts: all() })));
    return () => {
      for (const end of ends) end();
    };
  };
  const connectBitcoin = async ({ silent, purposes }: { silent?: boolean; purposes?: readonly string[] } = {}): Promise<object> => {
    const accounts = await bitcoin.connect(silent);
    const wanted = Array.isArray(accounts)
      ? accounts.filter(({ purpose }) => purposes === undefined || purposes.includes(purpose ?? 'payment'))
      : accounts;
    return { accounts: shown(wanted, bitcoinAccount) };
  };
  const connect = async (input: { silent?: boolean } = {}): Promise<object> =>
    offered.solana === undefined ? connectBitcoin(input) : { accounts: shown(await solana.connect(input.silent), solanaAccount) };
  const disconnect = async (): Promise<void> => {
    if (offered.solana !== undefined) await solana.disconnect();
    if (bitcoinChain !== null) await bitcoin.disconnect();
  };
  const toAccount = (address: string): object =>
    solana.all.filter((account) => account.address === address).map(solanaAccount)[0] ?? { address };
  return Object.freeze({
    version: '1.0.0',
    name: identity.name,
    icon: identity.icon,
    chains: Object.freeze([...(offered.solana === undefined ? [] : [SOLANA_CHAIN]), ...(bitcoinChain === null ? [] : [bitcoinChain])]),
    features: Object.freeze({
      'standard:connect': { version: '1.0.0', connect },
      'standard:disconnect': { version: '1.0.0', disconnect },
      'standard:events': { version: '1.0.0', on },
      ...(offered.solana === undefined ? {} : solanaFeatures(provider, toAccount)),
      ...(bitcoinChain === null
        ? {}
        : {
            'bitcoin:connect': { version: '1.0.0', connect: connectBitcoin },
            'bitcoin:disconnect': { version: '1.0.0', disconnect: () => bitcoin.disconnect() },
            'bitcoin:events': { version: '1.0.0', on },
            ...bitcoinFeatures(provider),
          }),
    }),
    get accounts() {
      return all();
    },
  });
};

interface WalletsApi {
  register(...wallets: readonly object[]): void;
}

/** Registers a wallet with apps that listen now, and with those that come later. @see https://github.com/wallet-standard/wallet-standard */
export const registerStandardWallet = (wallet: object): void => {
  const register = ({ register: take }: WalletsApi): void => take(wallet);
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  // The app's end of the standard dispatches this event with its interface.
  window.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent<WalletsApi>).detail));
};
