import { afterAll, beforeAll } from 'vitest';
import { PolkadotChain } from '../../adapters/polkadot/polkadot-chain.js';
import { FakeClock } from '../../application/ports/clock.fake.js';
import { chainContract } from '../../testing/contracts/chain.contract.js';
import type { ChainHarness } from '../../testing/contracts/chain-harness.js';
import { PolkadotTestWallet } from '../../testing/wallets/polkadot-test-wallet.js';
import { POLKADOT_CHAIN, polkadotNetwork, SANDBOX_CHAIN } from '../unit/adapters/support/polkadot-networks.js';
import { polkadotOwnerOf } from '../unit/adapters/support/polkadot-owner.js';
import { contractRunner } from './support/contract-runner.js';
import { type Pair, PolkadotWorld } from './support/polkadot-world.js';
import { TcpProxy } from './support/tcp-proxy.js';

const COIN = 10n ** 10n;
const UNKNOWN_HASH = `0x${'e'.repeat(64)}`;

let world: PolkadotWorld;
let confirmedHash: string;
let revertedHash: string;
let owner: Pair;
let other: Pair;
let friend: Pair;
/** Nobody sends to or from this one, so that no block changes what it has between two looks. */
let saver: Pair;

beforeAll(async () => {
  world = await PolkadotWorld.start();
  const spender = await world.person(COIN);
  [owner, other, friend] = [await world.person(1_000n * COIN), await world.person(0n, 'ed25519'), await world.person(COIN)];
  saver = await world.person(5n * COIN);
  confirmedHash = await world.send(owner, friend.address, COIN);
  // The fee can be paid, so a block takes it; what is left is too little, so it fails there.
  revertedHash = await world.send(spender, friend.address, COIN - 1n);
});

afterAll(() => world.stop());

const harness = async (): Promise<ChainHarness> => {
  const wallet = new PolkadotTestWallet({ accounts: [owner, other] });
  const window = {};
  wallet.inject(window);
  const proxy = await TcpProxy.start(world.port);
  const clock = new FakeClock();
  return {
    chain: new PolkadotChain({ clock, window, originName: 'Tests' }),
    connectorId: wallet.key,
    network: polkadotNetwork(SANDBOX_CHAIN, proxy.port),
    otherNetwork: polkadotNetwork(POLKADOT_CHAIN, proxy.port),
    unknownNetwork: null,
    accounts: [owner.address, other.address],
    otherAccount: other.address,
    transfer: { to: friend.address, value: COIN },
    owner: polkadotOwnerOf(wallet),
    nodes: {
      rich: { address: saver.address, balance: 5n * COIN },
      confirmedHash,
      revertedHash,
      unknownHash: UNKNOWN_HASH,
      breakDown: () => {
        proxy.door = 'cut';
        proxy.cut();
      },
    },
    waitForNobody: () => clock.run(3_000),
    dispose: () => proxy.stop(),
  };
};

chainContract(contractRunner, 'PolkadotChain on a real node', harness, {
  signature: /^0x[0-9a-f]{128}$/,
  hash: /^0x[0-9a-f]{64}$/,
  settledAs: 'finalized',
  lacks: ['signTypedData', 'addNetwork', 'switchNetwork', 'selectNetwork', 'revoke', 'silence'],
  offers: ['fees', 'signatures'],
});
