import { AUTH_CONNECTOR_ID, INJECTED_CONNECTOR_ID, WALLET_CONNECT_CONNECTOR_ID } from '../../domain/connection/connector.js';
import { safeIcon, sanitizeName } from '../../domain/connection/connector-label.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
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

const RESERVED: readonly string[] = [INJECTED_CONNECTOR_ID, WALLET_CONNECT_CONNECTOR_ID, AUTH_CONNECTOR_ID];

/**
 * Makes connectors of the host's wallets.
 * @throws LatchkeyError `config/invalid-option`
 */
export const hostBitcoinWallets = (wallets: readonly HostBitcoinWallet[]): readonly FoundWallet[] => {
  const taken = new Set(RESERVED);
  return wallets.map(({ id, name, provider, dialect, icon }, index) => {
    const require = (holds: boolean, field: string, fix: string): void => {
      if (!holds) throw new LatchkeyError('config/invalid-option', { field: `bip122.providers[${index}].${field}`, fix });
    };
    require(typeof id === 'string' && id !== '' && !taken.has(id), 'id', `write an id that is not one of: ${[...taken].join(', ')}`);
    require(sanitizeName(name) !== '', 'name', 'write the name that the list of wallets shows');
    require(typeof provider === 'object' && provider !== null, 'provider', 'give the object that talks to the wallet');
    require(DIALECTS.includes(dialect), 'dialect', `write one of: ${DIALECTS.join(', ')}`);
    taken.add(id);
    const label = { name: sanitizeName(name), icon: icon === undefined ? null : safeIcon(icon) };
    const rest = { namespace: 'bip122', type: 'EXTERNAL', rdns: null, explorerId: null, suspicious: false } as const;
    return { provider, dialect, connector: { id, ...label, ...rest } };
  });
};
