import { appConnectors } from '../../domain/connection/app-connectors.js';
import type { DiscoveredWallet, WalletDialect } from './discovered-wallet.js';

/** A Bitcoin wallet supplied by the app. */
export interface AppBitcoinWallet {
  /** Id of its connector: stable across reloads and unique among connectors. */
  readonly id: string;
  readonly name: string;
  /** The wallet's provider object. */
  readonly provider: object;
  /** API of the provider: `standard` for the Wallet Standard, else the wallet whose API it implements. */
  readonly dialect: WalletDialect;
  /** A `data:image/…` URL. */
  readonly icon?: string | undefined;
}

const DIALECTS: readonly unknown[] = ['standard', 'sats-connect', 'leather', 'unisat', 'okx'] satisfies readonly WalletDialect[];

/**
 * Creates connectors for the app's wallets.
 * @throws LatchkeyError `config/invalid-option`
 */
export const appBitcoinWallets = (wallets: readonly AppBitcoinWallet[]): readonly DiscoveredWallet[] =>
  appConnectors(
    wallets,
    {
      namespace: 'bip122',
      field: 'bip122.providers',
      rules: ({ provider, dialect }) => [
        ['provider', typeof provider === 'object' && provider !== null, 'pass the provider object of the wallet'],
        ['dialect', DIALECTS.includes(dialect), `pass one of: ${DIALECTS.join(', ')}`],
      ],
    },
    ({ provider, dialect }, connector) => ({ provider, dialect, connector }),
  );
