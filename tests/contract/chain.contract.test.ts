import { describe, expect, it } from 'vitest';
import { Eip155Chain } from '../../adapters/eip155/eip155-chain.js';
import { FakeChain } from '../../application/ports/chain.fake.js';
import { FakeClock } from '../../application/ports/clock.fake.js';
import type { FakeUnsupportedMethod } from '../../application/ports/wallet.fake.js';
import type { FakeResponse } from '../../application/ports/wallet-response.fake.js';
import { formatChainId } from '../../domain/caip/caip-2.js';
import { formatAssetId } from '../../domain/caip/caip-19.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { Network } from '../../domain/network/network.js';
import { chainContract } from '../../testing/contracts/chain.contract.js';
import type { ApprovalOutcome, ChainHarness } from '../../testing/contracts/chain-harness.js';
import { Eip155TestWallet } from '../../testing/wallets/eip155-test-wallet.js';
import { EIP155_TRAITS, eip155WalletUser } from '../unit/adapters/support/eip155-wallet-user.js';
import { JsonRpcClient, receipt } from '../unit/adapters/support/json-rpc-node.js';
import { ALICE, BOB, testNetwork } from '../unit/adapters/support/networks.js';

const CONFIRMED = `0x${'c'.repeat(64)}`;
const REVERTED = `0x${'d'.repeat(64)}`;
const UNKNOWN = `0x${'e'.repeat(64)}`;

const FAKE_RESPONSES: Readonly<Record<ApprovalOutcome, FakeResponse>> = {
  rejected: 'reject',
  pending: 'pending',
  unsupported: 'unsupported',
  garbage: 'garbage',
};

/** Data for the fake chain of a namespace. */
interface FakeData {
  readonly namespace: Namespace;
  readonly references: readonly [own: string, other: string, unknown: string];
  readonly accounts: readonly [string, string];
}

const fakeNetwork = (namespace: Namespace, reference: string): Network => ({
  ...testNetwork(1),
  id: reference,
  chainNamespace: namespace,
  caipNetworkId: formatChainId(namespace, reference),
});

const fakeHarness = (
  { namespace, references, accounts }: FakeData,
  unsupportedMethods: readonly FakeUnsupportedMethod[] = [],
): ChainHarness => {
  const connectorId = 'com.example.wallet';
  const [network, otherNetwork, unknownNetwork] = references.map((reference) => fakeNetwork(namespace, reference));
  if (network === undefined || otherNetwork === undefined || unknownNetwork === undefined) throw new Error('Three networks are required');
  const chain = new FakeChain({
    namespace,
    wallets: [
      { id: connectorId, accounts, chainId: network.caipNetworkId, knownChainIds: [otherNetwork.caipNetworkId], unsupportedMethods },
    ],
    balances: { [accounts[0]]: 7n },
    names: { 'rich.example': accounts[0] },
  });
  const assets = ['a', 'b'].map((reference) =>
    formatAssetId({ chainId: network.caipNetworkId, assetNamespace: 'token', assetReference: reference }),
  );
  const balances = assets.map((asset, index) => ({ asset, value: BigInt(index + 1), decimals: 6 }));
  for (const { asset, value, decimals } of balances) {
    chain.fakeServices.setAsset(asset, { decimals, symbol: null, name: null });
    chain.fakeServices.setAssetBalance(accounts[0], asset, value);
  }
  const wallet = chain.wallet(connectorId);
  chain.mine(CONFIRMED);
  chain.mine(REVERTED, 'reverted');
  return {
    chain,
    connectorId,
    network,
    otherNetwork,
    unknownNetwork,
    accounts,
    otherAccount: accounts[1],
    transfer: { to: accounts[1], value: 1n },
    user: {
      respondNext: (approval, outcome) => wallet.next(approval, FAKE_RESPONSES[outcome]),
      holdNext: (approval) => wallet.next(approval, 'late'),
      approvePending: () => wallet.release(),
      promptCount: (approval) => wallet.count(approval),
      disableRevoke: () => wallet.always('disconnect', 'unsupported'),
      lock: () => wallet.lock(),
      unlock: () => wallet.unlock(),
      selectAccount: (address) => wallet.selectAccount(address),
      selectNetwork: ({ caipNetworkId }) => wallet.selectChain(caipNetworkId),
      forgetSite: () => wallet.forgetSite(),
      isSiteAllowed: () => wallet.connected,
      listenerCount: () => wallet.listeners,
    },
    nodes: {
      fundedAccount: { address: accounts[0], balance: 7n },
      confirmedHash: CONFIRMED,
      revertedHash: namespace === 'bip122' ? null : REVERTED,
      unknownHash: UNKNOWN,
      failAll: () => {
        chain.reads = 'failed';
      },
    },
    assets: {
      address: accounts[0],
      balances,
      unknown: formatAssetId({ chainId: network.caipNetworkId, assetNamespace: 'token', assetReference: 'none' }),
      requests: () => chain.readCalls.length,
    },
    names: { name: 'rich.example', address: accounts[0], free: 'free.example' },
    waitForMissingWallet: () => Promise.resolve(),
  };
};

/** How the chain discovers the wallet. */
type Discovery = 'announced' | 'injected' | 'app';

const eip155Harness = async (discovery: Discovery): Promise<ChainHarness> => {
  const node = await JsonRpcClient.start();
  node.responses.set('eth_getBalance', () => '0x7');
  node.responses.set('eth_getTransactionReceipt', ([hash]) =>
    hash === CONFIRMED ? receipt(CONFIRMED, '0x1') : hash === REVERTED ? receipt(REVERTED, '0x0') : null,
  );
  const wallet = new Eip155TestWallet({ accounts: [ALICE, BOB], chainId: 1, knownChainIds: [137] });
  const window = new EventTarget();
  if (discovery === 'announced') wallet.announce(window);
  if (discovery === 'injected') wallet.inject(window);
  const clock = new FakeClock();
  const chain = new Eip155Chain({
    clock,
    window,
    providers: discovery === 'app' ? [{ id: 'app-wallet', name: 'App wallet', provider: wallet.provider }] : [],
  });
  return {
    chain,
    connectorId: { announced: wallet.info.rdns, injected: 'injected', app: 'app-wallet' }[discovery],
    network: testNetwork(1, node.url),
    otherNetwork: testNetwork(137, node.url),
    unknownNetwork: testNetwork(10, node.url),
    accounts: [ALICE, BOB],
    otherAccount: BOB,
    transfer: { to: BOB, value: 1n },
    user: eip155WalletUser(wallet),
    nodes: {
      fundedAccount: { address: ALICE, balance: 7n },
      confirmedHash: CONFIRMED,
      revertedHash: REVERTED,
      unknownHash: UNKNOWN,
      failAll: () => {
        node.mode = 'nonsense';
      },
    },
    waitForMissingWallet: () => clock.run(3_000),
  };
};

const api = { describe, it, expect };
const FAKES: readonly FakeData[] = [
  { namespace: 'eip155', references: ['1', '137', '10'], accounts: [ALICE, BOB] },
  {
    namespace: 'solana',
    references: ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1', '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
    accounts: ['9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', 'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy'],
  },
  {
    namespace: 'bip122',
    references: ['000000000019d6689c085ae165831e93', '000000000933ea01ad0ee984209779ba', '00000008819873e925422c1ff0f99f7c'],
    accounts: ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH'],
  },
  {
    namespace: 'polkadot',
    references: ['91b171bb158e2d3848fa23a9f1c25182', 'b0a8d493285c2df73290dfb7e61f870f', 'e143f23803ac50e8f6f8e62695d1ce9e'],
    accounts: ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', '14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3'],
  },
];

for (const data of FAKES) {
  const unsupportedMethods: readonly FakeUnsupportedMethod[] = data.namespace === 'eip155' ? [] : ['signTypedData', 'addNetwork'];
  const settledAs = data.namespace === 'solana' || data.namespace === 'polkadot' ? 'finalized' : 'included';
  chainContract(api, `FakeChain of ${data.namespace}`, () => fakeHarness(data, unsupportedMethods), {
    ...EIP155_TRAITS,
    settledAs,
    unsupportedFeatures: unsupportedMethods,
    services: ['assets', 'fees', 'simulation', 'names'],
  });
  const withoutSwitch = [...unsupportedMethods, 'switchNetwork'] as const;
  chainContract(api, `FakeChain of ${data.namespace} without switchNetwork`, () => fakeHarness(data, withoutSwitch), {
    ...EIP155_TRAITS,
    settledAs,
    unsupportedFeatures: withoutSwitch,
  });
}
chainContract(api, 'Eip155Chain with an EIP-6963 wallet', () => eip155Harness('announced'), EIP155_TRAITS);
chainContract(api, 'Eip155Chain with window.ethereum', () => eip155Harness('injected'), EIP155_TRAITS);
chainContract(api, 'Eip155Chain with a wallet of the app', () => eip155Harness('app'), EIP155_TRAITS);
