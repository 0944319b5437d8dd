import type { Namespace } from '../caip/namespace.js';
import { LatchkeyError } from '../errors/latchkey-error.js';
import { type Connector, makeConnector, RESERVED_CONNECTOR_IDS } from './connector.js';
import { safeIcon, sanitizeName } from './connector-label.js';

/** What a host says of a wallet that it brings, whatever its namespace. */
export interface HostWallet {
  readonly id: string;
  readonly name: string;
  /** A `data:image/…` URL. */
  readonly icon?: string | undefined;
}

/** What else a member must be: whether it is, and what to write where it is not. */
export type MemberRule = readonly [member: string, holds: boolean, fix: string];

/** What the wallets of a namespace must be. */
export interface HostRules<Wallet> {
  readonly namespace: Namespace;
  /** The option that holds them, e.g. `eip155.providers`. */
  readonly field: string;
  /** Beside an id of its own and a name that can be shown. A page without types may pass anything. */
  readonly rules: (wallet: Wallet) => readonly MemberRule[];
}

/**
 * Makes connectors of the wallets that a host brings, each with an id that no other connector has.
 * @param made what becomes of a wallet and its connector
 * @throws LatchkeyError `config/invalid-option` with the member and the fix
 */
export const hostConnectors = <Wallet extends HostWallet, Made>(
  wallets: readonly Wallet[],
  { namespace, field, rules }: HostRules<Wallet>,
  made: (wallet: Wallet, connector: Connector) => Made,
): readonly Made[] => {
  const taken = new Set(RESERVED_CONNECTOR_IDS);
  return wallets.map((wallet, index) => {
    const { id, icon } = wallet;
    const name = sanitizeName(wallet.name);
    const all: readonly MemberRule[] = [
      ['id', typeof id === 'string' && id !== '' && !taken.has(id), `write an id that is not one of: ${[...taken].join(', ')}`],
      ['name', name !== '', 'write the name that the list of wallets shows'],
      ...rules(wallet),
    ];
    for (const [member, holds, fix] of all)
      if (!holds) throw new LatchkeyError('config/invalid-option', { field: `${field}[${index}].${member}`, fix });
    taken.add(id);
    return made(wallet, makeConnector({ id, namespace, type: 'EXTERNAL', name, icon: icon === undefined ? null : safeIcon(icon) }));
  });
};
