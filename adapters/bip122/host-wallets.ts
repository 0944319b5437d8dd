import { hostConnectors } from '../../domain/connection/host-connectors.js';
import type { FoundWallet, WalletDialect } from './found-wallet.js';

/** A Bitcoin wallet that the host brings. */
export interface HostBitcoinWallet {
  /** Id of its connector: stable over reloads, and not one that another connector has. */
  readonly id: string;
  readonly name: string;
  /** The object that talks to it. */
  readonly provider: object;
  /** How it is talked to: `standard` for a wallet of the Wallet Standard, else whose calls it has. */
  readonly dialect: WalletDialect;
  /** A `data:image/…` URL. */
  readonly icon?: string | undefined;
}

const DIALECTS: readonly unknown[] = ['standard', 'sats-connect', 'leather', 'unisat', 'okx'] satisfies readonly WalletDialect[];

/**
 * Makes connectors of the host's wallets.
 * @throws LatchkeyError `config/invalid-option`
 */
export const hostBitcoinWallets = (wallets: readonly HostBitcoinWallet[]): readonly FoundWallet[] =>
  hostConnectors(
    wallets,
    {
      namespace: 'bip122',
      field: 'bip122.providers',
      rules: ({ provider, dialect }) => [
        ['provider', typeof provider === 'object' && provider !== null, 'give the object that talks to the wallet'],
        ['dialect', DIALECTS.includes(dialect), `write one of: ${DIALECTS.join(', ')}`],
      ],
    },
    ({ provider, dialect }, connector) => ({ provider, dialect, connector }),
  );
