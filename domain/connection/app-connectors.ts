import type { Namespace } from '../caip/namespace.js';
import { LatchkeyError } from '../errors/latchkey-error.js';
import { type Connector, makeConnector, RESERVED_CONNECTOR_IDS } from './connector.js';
import { safeIcon, sanitizeName } from './connector-label.js';

/** A wallet that the app provides, in any namespace. */
export interface AppWallet {
  readonly id: string;
  readonly name: string;
  /** A `data:image/…` URL. */
  readonly icon?: string | undefined;
}

/** A check of one member: its name, the result, and the correction if it failed. */
export type MemberRule = readonly [member: string, holds: boolean, fix: string];

/** Validation of the app's wallets of one namespace. */
export interface AppWalletRules<Wallet> {
  readonly namespace: Namespace;
  /** The option that holds the wallets, e.g. `eip155.providers`. */
  readonly field: string;
  /** Checks in addition to a unique id and a displayable name. Apps without TypeScript may pass anything. */
  readonly rules: (wallet: Wallet) => readonly MemberRule[];
}

/**
 * Makes connectors for the wallets that the app provides, each with a unique id.
 * @param build makes the result from a wallet and its connector
 * @throws LatchkeyError `config/invalid-option` with the member and the fix
 */
export const appConnectors = <Wallet extends AppWallet, Result>(
  wallets: readonly Wallet[],
  { namespace, field, rules }: AppWalletRules<Wallet>,
  build: (wallet: Wallet, connector: Connector) => Result,
): readonly Result[] => {
  const usedIds = new Set(RESERVED_CONNECTOR_IDS);
  return wallets.map((wallet, index) => {
    const { id, icon } = wallet;
    const name = sanitizeName(wallet.name);
    const memberRules: readonly MemberRule[] = [
      ['id', typeof id === 'string' && id !== '' && !usedIds.has(id), `use an id that is not one of: ${[...usedIds].join(', ')}`],
      ['name', name !== '', 'set the name that the wallet list shows'],
      ...rules(wallet),
    ];
    for (const [member, isValid, fix] of memberRules)
      if (!isValid) throw new LatchkeyError('config/invalid-option', { field: `${field}[${index}].${member}`, fix });
    usedIds.add(id);
    return build(wallet, makeConnector({ id, namespace, type: 'EXTERNAL', name, icon: icon === undefined ? null : safeIcon(icon) }));
  });
};
