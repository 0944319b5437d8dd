import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NAMESPACES } from '../../../../domain/caip/namespace.js';
import type { Connector } from '../../../../domain/connection/connector.js';
import {
  connectorRows,
  findConnectorOf,
  isConnectorOf,
  unlistedRecentWallets,
  withoutExcluded,
} from '../../../../domain/connection/connector-list.js';
import { forAll } from '../properties.js';
import { connector } from './connection-for-tests.js';

const named = (name: string, parts: Partial<Connector> = {}): Connector =>
  connector('eip155', name.toLowerCase(), { name, rdns: null, ...parts });

describe('connectorRows', () => {
  it('merges a wallet of several namespaces into one row', () => {
    const [evm, sol] = [
      connector('eip155', 'app.phantom', { name: 'Phantom' }),
      connector('solana', 'Phantom', { name: 'phantom ', rdns: null }),
    ];
    expect(connectorRows([evm, sol])).toEqual([
      { id: 'eip155:app.phantom', name: 'Phantom', icon: null, type: 'MULTI_CHAIN', suspicious: false, connectors: [evm, sol] },
    ]);
  });

  it('filters by namespace', () => {
    const [evm, sol] = [connector('eip155', 'app.phantom', { name: 'Phantom' }), connector('solana', 'Phantom', { name: 'Phantom' })];
    expect(connectorRows([evm, sol], 'solana')).toEqual([
      { id: 'solana:Phantom', name: 'Phantom', icon: null, type: 'ANNOUNCED', suspicious: false, connectors: [sol] },
    ]);
  });

  it('treats both names of Trust Wallet as equal', () => {
    expect(
      connectorRows([
        connector('eip155', 'a', { name: 'Trust Wallet', rdns: null }),
        connector('solana', 'b', { name: 'Trust', rdns: null }),
      ]),
    ).toHaveLength(1);
  });

  it('does not show the embedded wallet as multi-chain', () => {
    const parts = { type: 'AUTH', name: 'Auth', rdns: null } as const;
    expect(connectorRows([connector('eip155', 'ID_AUTH', parts), connector('solana', 'ID_AUTH', parts)])).toMatchObject([{ type: 'AUTH' }]);
  });

  it('merges all WalletConnect connectors into one row, even if an injected wallet has the same name', () => {
    const remoteConnectors = NAMESPACES.map((namespace) =>
      connector(namespace, 'walletConnect', { type: 'WALLET_CONNECT', name: 'WalletConnect', rdns: null }),
    );
    const impostor = connector('solana', 'impostor', { name: 'WalletConnect', rdns: null });
    expect(connectorRows([...remoteConnectors, impostor]).map(({ type, connectors }) => [type, connectors])).toEqual([
      ['ANNOUNCED', [impostor]],
      ['WALLET_CONNECT', remoteConnectors],
    ]);
  });

  it('keeps two announcements with the same reverse domain name separate, and marks both', () => {
    const real = connector('eip155', 'io.metamask', { name: 'MetaMask', rdns: 'io.metamask' });
    const fake = connector('eip155', 'io.metamask#2', { name: 'MetaMask', rdns: 'io.metamask' });
    const sol = connector('solana', 'MetaMask', { name: 'MetaMask', rdns: null });
    const rows = connectorRows([real, fake, sol]);
    expect(rows.map(({ connectors }) => connectors)).toEqual([[real], [fake], [sol]]);
    expect(rows.map(({ suspicious }) => suspicious)).toEqual([true, true, false]);
  });

  describe('marks wallets that look alike', () => {
    const ICON = 'data:image/png;base64,AA';
    const suspiciousOf = (...connectors: readonly Connector[]): readonly boolean[] =>
      connectorRows(connectors).map(({ suspicious }) => suspicious);
    const wallet = (name: string, rdns: string | null, parts: Partial<Connector> = {}): Connector =>
      connector(parts.namespace ?? 'eip155', rdns ?? name, { name, rdns, ...parts });

    it.each<[string, Connector, Connector]>([
      ['of the same name with other domain names', wallet('Harbor', 'app.harbor'), wallet('Harbor', 'app.fake')],
      ['of the same name in one namespace', wallet('Harbor', 'app.harbor'), wallet('harbor wallet', null)],
      ['of a name with other letters', wallet('Harbor', 'app.harbor'), wallet('H\u0430rb0r', null, { namespace: 'solana' })],
      ['of the same icon', wallet('Harbor', 'app.harbor', { icon: ICON }), wallet('Port', 'app.port', { icon: ICON })],
      [
        'of the same icon in other namespaces',
        wallet('Harbor', null, { icon: ICON }),
        wallet('Port', null, { icon: ICON, namespace: 'solana' }),
      ],
    ])('%s', (_, first, second) => {
      expect(suspiciousOf(first, second)).toEqual([true, true]);
    });

    it.each<[string, Connector, Connector]>([
      [
        'one wallet with two names',
        wallet('Harbor Wallet', 'app.harbor', { icon: ICON }),
        wallet('Harbor', null, { icon: ICON, namespace: 'solana' }),
      ],
      ['different names and icons', wallet('Harbor', 'app.harbor', { icon: ICON }), wallet('Port', 'app.port')],
      ['names without letters', wallet('\u{1F45B}', 'app.purse'), wallet('Wallet', 'app.wallet')],
    ])('but not %s', (_, first, second) => {
      expect(suspiciousOf(first, second)).toEqual([false, false]);
    });

    it('but not the WalletConnect row, whose name is ours', () => {
      const remote = wallet('WalletConnect', null, { type: 'WALLET_CONNECT' });
      expect(connectorRows([remote, wallet('WalletConnect', 'app.fake')]).map(({ type, suspicious }) => [type, suspicious])).toEqual([
        ['ANNOUNCED', true],
        ['WALLET_CONNECT', false],
      ]);
    });
  });

  it('never merges a suspicious wallet, nor wallets with different reverse domain names', () => {
    const evm = connector('eip155', 'io.a', { name: 'Same', rdns: 'io.a' });
    expect(connectorRows([{ ...evm, suspicious: true }, connector('solana', 's', { name: 'Same', rdns: null })])).toHaveLength(2);
    expect(connectorRows([evm, connector('solana', 's', { name: 'Same', rdns: 'io.b' })])).toHaveLength(2);
  });

  it('removes duplicate connectors, and uses the first available icon', () => {
    const bare = connector('eip155', 'a', { name: 'A', rdns: null });
    const drawn = connector('solana', 'a', { name: 'A', rdns: null, icon: 'data:image/png;base64,AA' });
    expect(connectorRows([bare, bare])).toHaveLength(1);
    expect(connectorRows([bare, drawn])[0]?.icon).toBe('data:image/png;base64,AA');
  });

  it('sorts multi-chain wallets first, then announced, legacy and all others', () => {
    const rows = connectorRows([
      named('WalletConnect', { type: 'WALLET_CONNECT' }),
      named('Browser Wallet', { type: 'INJECTED' }),
      named('B'),
      named('A'),
      named('M'),
      connector('solana', 'm', { name: 'M', rdns: null }),
    ]);
    expect(rows.map(({ name }) => name)).toEqual(['M', 'B', 'A', 'Browser Wallet', 'WalletConnect']);
  });

  it('shows every connector exactly once with a unique row id, and merges none of the same namespace', () => {
    const any = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      namespace: fc.constantFrom(...NAMESPACES),
      type: fc.constantFrom('ANNOUNCED' as const, 'INJECTED' as const, 'WALLET_CONNECT' as const),
      name: fc.constantFrom('Trust', 'Trust Wallet', 'Other', 'other'),
      rdns: fc.constantFrom(null, 'x.y', 'x.z'),
      icon: fc.constant(null),
      explorerId: fc.constant(null),
      suspicious: fc.boolean(),
    });
    forAll(fc.array(any, { maxLength: 12 }), (connectors) => {
      const rows = connectorRows(connectors);
      const shown = rows.flatMap((row) => row.connectors);
      const keys = (list: readonly Connector[]) => list.map(({ namespace, id }) => `${namespace} ${id}`);
      expect(keys(shown).sort()).toEqual([...new Set(keys(connectors))].sort());
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      for (const row of rows) {
        const namespaces = row.connectors.map(({ namespace }) => namespace);
        expect(new Set(namespaces).size).toBe(namespaces.length);
        expect(row.suspicious || !row.connectors.some(({ suspicious }) => suspicious)).toBe(true);
        expect(row.type === 'MULTI_CHAIN').toBe(row.connectors.length > 1 && row.connectors[0].type !== 'WALLET_CONNECT');
      }
      for (const a of shown) {
        const doubles = shown.filter((b) => a.rdns !== null && b.rdns === a.rdns && b.namespace === a.namespace);
        const row = rows.find(({ connectors: [first] }) => first === a);
        if (doubles.length > 1) expect(row).toMatchObject({ suspicious: true, connectors: [a] });
      }
    });
  });

  it('handles a thousand wallets', () => {
    const crowd = Array.from({ length: 1_000 }, (_, index) =>
      connector('eip155', `io.w${index}`, { name: `Wallet ${index}`, rdns: `io.w${index}` }),
    );
    expect(connectorRows(crowd)).toHaveLength(1_000);
  });
});

describe('isConnectorOf', () => {
  it('matches by directory id or reverse domain name', () => {
    expect(isConnectorOf(connector('eip155', 'x', { rdns: 'io.a' }), { id: '1', rdns: 'io.a' })).toBe(true);
    expect(isConnectorOf(connector('eip155', 'x', { rdns: null, explorerId: '1' }), { id: '1' })).toBe(true);
    expect(isConnectorOf(connector('eip155', 'x', { rdns: 'io.metamask' }), { id: '1', rdns: 'io.metamask.mobile' })).toBe(true);
    expect(isConnectorOf(connector('eip155', 'x', { rdns: 'io.a' }), { id: '1', rdns: 'io.b' })).toBe(false);
  });

  it('does not match if both have no reverse domain name', () => {
    const nameless = connector('eip155', 'injected', { rdns: null, explorerId: null });
    for (const wallet of [{ id: '1' }, { id: '1', rdns: null }, { id: '1', rdns: undefined }, { id: '1', rdns: '' }]) {
      expect(isConnectorOf(nameless, wallet)).toBe(false);
      expect(isConnectorOf({ ...nameless, rdns: '' }, wallet)).toBe(false);
    }
  });

  it('is used by findConnectorOf within one namespace', () => {
    const [evm, sol] = [connector('eip155', 'e', { rdns: 'io.a' }), connector('solana', 's', { rdns: 'io.a' })];
    expect(findConnectorOf([evm, sol], { id: '1', rdns: 'io.a' }, 'solana')).toBe(sol);
    expect(findConnectorOf([evm], { id: '1', rdns: 'io.a' }, 'solana')).toBeUndefined();
  });

  it.each([
    ['solana', 'ANNOUNCED', 'Phantom', 'Phantom', true],
    ['solana', 'ANNOUNCED', 'Backpack', 'Backpack Wallet', true],
    ['bip122', 'INJECTED', 'Xverse Wallet', 'xverse', true],
    ['polkadot', 'ANNOUNCED', 'Talisman', 'Talisman', true],
    ['solana', 'ANNOUNCED', 'Phantom', 'Phantasm', false],
    ['solana', 'EXTERNAL', 'Phantom', 'Phantom', false],
    ['solana', 'WALLET_CONNECT', 'WalletConnect', 'WalletConnect', false],
  ] as const)('compares names on %s without a domain name: %s %j and %j, %s', (namespace, type, name, listed, same) => {
    const found = connector(namespace, name, { type, name, rdns: null });
    expect(isConnectorOf(found, { id: '1', name: listed, rdns: 'app.phantom' })).toBe(same);
  });

  it('does not match by name if the connector has another domain name', () => {
    const found = connector('eip155', 'io.evil', { name: 'MetaMask' });
    expect(isConnectorOf(found, { id: '1', name: 'MetaMask', rdns: 'io.metamask' })).toBe(false);
    expect(isConnectorOf(found, { id: '1', name: 'MetaMask', rdns: null })).toBe(false);
  });
});

describe('recent and excluded wallets', () => {
  const connectors = [connector('eip155', 'io.a', { name: 'Wallet A', rdns: 'io.a' })];

  it('hides recent wallets that are listed as connectors: by id, name or reverse domain name', () => {
    const other = { id: 'other', name: 'Other' };
    const recent = [{ id: 'io.a', name: 'x' }, { id: 'y', name: 'wallet a' }, { id: 'z', name: 'z', rdns: 'io.a' }, other];
    expect(unlistedRecentWallets(recent, connectors)).toEqual([other]);
  });

  it('removes excluded installed wallets by reverse domain name or by name, case-insensitively', () => {
    expect(withoutExcluded(connectors, [{ name: 'x', rdns: 'io.a' }])).toEqual([]);
    expect(withoutExcluded(connectors, [{ name: 'WALLET A' }])).toEqual([]);
    expect(withoutExcluded([connector('bip122', 'x', { name: 'Xverse Wallet', rdns: null })], [{ name: 'Xverse', rdns: null }])).toEqual(
      [],
    );
    expect(withoutExcluded(connectors, [{ name: 'Wallet B', rdns: null }])).toEqual(connectors);
    const external = connector('eip155', 'io.a', { type: 'EXTERNAL', name: 'Wallet A' });
    expect(withoutExcluded([external], [{ name: 'Wallet A' }])).toEqual([external]);
  });
});
