import fc from 'fast-check';
import type { AccountRecord } from '../../../../domain/account/account-record.js';
import { type ChainId, toChainId } from '../../../../domain/caip/caip-2.js';
import type { Namespace } from '../../../../domain/caip/namespace.js';
import type { ConnectionEvent } from '../../../../domain/connection/connection-event.js';
import { disconnectedNamespace, initialConnectionState, reduceConnection } from '../../../../domain/connection/connection-machine.js';
import type {
  ConnectionState,
  LostConnection,
  NamespaceState,
  NativeBalance,
  SessionInfo,
} from '../../../../domain/connection/connection-state.js';
import type { Connector } from '../../../../domain/connection/connector.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { extendNetwork } from '../../../../domain/network/extend-network.js';
import type { Network } from '../../../../domain/network/network.js';
import { bitcoin as bitcoinDefinition } from '../../../../domain/network/networks/bip122.js';
import { base, mainnet, polygon, solana } from '../network/networks-for-tests.js';

export const ALICE = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';
export const BOB = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb';
export const FORMER_SOLANA = toChainId('solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ');

const bitcoin = extendNetwork(bitcoinDefinition, { rpcService: null });

export const connector = (namespace: Namespace, id = 'io.example', parts: Partial<Connector> = {}): Connector => ({
  id,
  namespace,
  type: 'ANNOUNCED',
  name: 'Example',
  rdns: id,
  icon: null,
  explorerId: null,
  suspicious: false,
  ...parts,
});

export const account = (address: string, namespace: Namespace = 'eip155'): AccountRecord => ({
  namespace,
  address,
  type: namespace === 'bip122' ? 'payment' : 'eoa',
});

export const session = (address: string = ALICE, chainId: ChainId = mainnet.caipNetworkId): SessionInfo => ({
  connector: connector('eip155'),
  accounts: [account(address)],
  chainId,
});

/** Ethereum and Polygon, Solana; disconnected. */
export const START: ConnectionState = initialConnectionState(
  {
    eip155: disconnectedNamespace([mainnet, polygon], mainnet.caipNetworkId),
    solana: disconnectedNamespace([solana], solana.caipNetworkId),
  },
  'eip155',
);

export const run = (...events: readonly ConnectionEvent[]): ConnectionState => events.reduce(reduceConnection, START);

/** Events that connect `eip155`. */
export const connected = (info: SessionInfo = session(), id = 1): readonly ConnectionEvent[] => [
  { type: 'attempt-started', namespace: 'eip155', id, connectorId: info.connector.id, isAutomatic: false },
  { type: 'session-established', namespace: 'eip155', attemptId: id, session: info },
];

/** A balance that contains its account and chain, to detect a stale one. */
export const balanceOf = (address: string, chainId: string): NativeBalance => ({
  value: 1n,
  symbol: `${address.startsWith('0x') ? address.toLowerCase() : address} ${chainId}`,
  decimals: 18,
});

/** The eip155 namespace after the events. */
export const eip155 = (...events: readonly ConnectionEvent[]): NamespaceState => {
  const own = run(...events).namespaces.eip155;
  if (own === undefined) throw new Error('eip155 is configured');
  return own;
};

export const started = (id: number, silent = false, connectorId = 'io.example'): ConnectionEvent => ({
  type: 'attempt-started',
  namespace: 'eip155',
  id,
  connectorId,
  isAutomatic: silent,
});

export const established = (attemptId: number, info: SessionInfo = session()): ConnectionEvent => ({
  type: 'session-established',
  namespace: 'eip155',
  attemptId,
  session: info,
});

export const loaded = (address = ALICE, chainId: ChainId = mainnet.caipNetworkId): ConnectionEvent => ({
  type: 'balance-loaded',
  namespace: 'eip155',
  address,
  chainId,
  balance: balanceOf(address, chainId),
});

/** The wallet approves only this chain. */
export const approved = (chainId: ChainId) =>
  ({ type: 'approved-chains', namespace: 'eip155', approvedChainIds: [chainId], supportsAllNetworks: false }) as const;

const namespace: fc.Arbitrary<Namespace> = fc.constantFrom('eip155', 'eip155', 'eip155', 'solana', 'solana', 'bip122');
const GARBAGE = ['', 'two words', 'a:b', 'x'.repeat(129), '0x\u0000'];
const ADDRESSES: Readonly<Record<Namespace, readonly string[]>> = {
  eip155: [ALICE, ALICE.toLowerCase(), BOB],
  solana: ['So11111111111111111111111111111111111111112', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
  bip122: ['128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6'],
  polkadot: ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
};
const CHAINS: Readonly<Record<Namespace, readonly ChainId[]>> = {
  eip155: [mainnet.caipNetworkId, polygon.caipNetworkId, toChainId('eip155:5')],
  solana: [solana.caipNetworkId, FORMER_SOLANA, toChainId('solana:unconfigured')],
  bip122: [bitcoin.caipNetworkId],
  polkadot: [toChainId('polkadot:91b171bb158e2d3848fa23a9f1c25182')],
};
const REQUESTED: Readonly<Record<Namespace, readonly (readonly [Network, ...Network[]])[]>> = {
  eip155: [[mainnet, polygon], [base], [polygon, base]],
  solana: [[solana]],
  bip122: [[bitcoin]],
  polkadot: [[bitcoin]],
};

/** Mostly the first, sometimes the second, like a wallet that returns invalid data. */
const mostly = <Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: odd });

const ownOrForeign = (own: Namespace): fc.Arbitrary<Namespace> => mostly(fc.constant(own), namespace);

const addressOf = (own: Namespace): fc.Arbitrary<string> => mostly(fc.constantFrom(...ADDRESSES[own]), fc.constantFrom(...GARBAGE));

const accountsOf = (own: Namespace): fc.Arbitrary<readonly [AccountRecord, ...AccountRecord[]]> => {
  const one = ownOrForeign(own).chain((of) => addressOf(of).map((address) => account(address, of)));
  return fc.tuple(one, fc.array(one, { maxLength: 2 })).map(([first, others]) => [first, ...others] as const);
};

const chainOf = (own: Namespace): fc.Arbitrary<ChainId> => ownOrForeign(own).chain((of) => fc.constantFrom(...CHAINS[of]));

const sessionOf = (own: Namespace): fc.Arbitrary<SessionInfo> =>
  fc.record({ connector: ownOrForeign(own).map((of) => connector(of)), accounts: accountsOf(own), chainId: chainOf(own) });

type EventOf<Type extends ConnectionEvent['type']> = Extract<ConnectionEvent, { readonly type: Type }>;

const attemptId = fc.integer({ min: 1, max: 3 });

const LOSSES: readonly LostConnection[] = [
  { reason: 'wallet', name: 'Example' },
  { reason: 'expired', name: 'Other', wallet: { id: 'w1', name: 'Other' } },
];

const READ_FAILED = new LatchkeyError('network/timeout', { chainId: mainnet.caipNetworkId, method: 'eth_getBalance', timeoutMs: 10_000 });

/** All events of a namespace, in any order, late, repeated, and with invalid data. */
const namespaceEvent = (own: Namespace): fc.Arbitrary<ConnectionEvent> => {
  const event = <Type extends ConnectionEvent['type']>(
    weight: number,
    type: Type,
    parts: fc.Arbitrary<Omit<EventOf<Type>, 'type' | 'namespace'>>,
    // A type and the other members of its event make up the event.
  ) => ({ weight, arbitrary: parts.map((rest) => ({ type, namespace: own, ...rest }) as EventOf<Type>) });
  const nothing = fc.constant({});
  const place = fc.record({ address: addressOf(own), chainId: chainOf(own) });
  const balance = place.map(({ address, chainId }) => ({ address, chainId, balance: balanceOf(address, chainId) }));
  const approval = fc.record({ approvedChainIds: fc.option(fc.array(chainOf(own))), supportsAllNetworks: fc.boolean() });
  const details = fc.record({
    profileName: fc.constant('alice.example'),
    profileImage: fc.option(fc.constant('data:image/png;base64,AA=='), { nil: undefined }),
  });
  return fc.oneof(
    event(4, 'attempt-started', fc.record({ id: attemptId, connectorId: fc.constant('io.example'), isAutomatic: fc.boolean() })),
    event(1, 'attempt-ended', fc.record({ id: attemptId })),
    event(4, 'session-established', fc.record({ attemptId, session: sessionOf(own) })),
    event(2, 'session-ended', nothing),
    event(2, 'accounts-changed', fc.record({ accounts: accountsOf(own) })),
    event(2, 'account-selected', fc.record({ address: addressOf(own) })),
    event(2, 'chain-changed', fc.record({ chainId: chainOf(own) })),
    event(1, 'network-selected', fc.record({ chainId: chainOf(own) })),
    event(1, 'networks-changed', fc.record({ networks: fc.constantFrom(...REQUESTED[own]) })),
    event(1, 'namespace-added', fc.record({ networks: fc.constantFrom(...REQUESTED[own]) })),
    event(1, 'namespace-removed', nothing),
    event(1, 'namespace-activated', nothing),
    event(1, 'connection-lost', fc.record({ lost: fc.constantFrom(...LOSSES) })),
    event(1, 'lost-connection-cleared', nothing),
    event(1, 'approved-chains', approval),
    event(2, 'balance-requested', nothing),
    event(1, 'balance-cancelled', nothing),
    event(5, 'balance-loaded', balance),
    event(
      1,
      'balance-failed',
      fc.record({ address: addressOf(own), chainId: chainOf(own), at: fc.nat(), error: fc.constant(READ_FAILED) }),
    ),
    event(1, 'details-changed', fc.record({ details })),
  );
};

/** An attempt and its session, so that histories reach a connection. */
const connection: fc.Arbitrary<readonly ConnectionEvent[]> = fc.tuple(namespace, attemptId).chain(([own, id]) =>
  sessionOf(own).map((info): readonly ConnectionEvent[] => [
    { type: 'attempt-started', namespace: own, id, connectorId: 'io.example', isAutomatic: false },
    { type: 'session-established', namespace: own, attemptId: id, session: info },
  ]),
);

const oneEvent: fc.Arbitrary<ConnectionEvent> = fc.oneof(
  { weight: 12, arbitrary: namespace.chain(namespaceEvent) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<ConnectionEvent>(
      { type: 'initialized' },
      { type: 'namespace-switch-settled' },
      { type: 'pairing-changed', pairing: { wcUri: 'wc:x', status: 'connecting' } },
    ),
  },
);

export const arbitraryHistory: fc.Arbitrary<readonly ConnectionEvent[]> = fc
  .array(fc.oneof({ weight: 8, arbitrary: oneEvent.map((event) => [event]) }, { weight: 1, arbitrary: connection }), {
    maxLength: 40,
    size: 'max',
  })
  .map((parts) => parts.flat());
