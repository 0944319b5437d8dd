import { afterAll, beforeAll } from 'vitest';
import { PolkadotChain } from '../../adapters/polkadot/polkadot-chain.js';
import { FakeClock } from '../../application/ports/clock.fake.js';
import { FakeLocks } from '../../application/ports/locks.fake.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { chainContract } from '../../testing/contracts/chain.contract.js';
import type { ChainHarness } from '../../testing/contracts/chain-harness.js';
import { PolkadotTestWallet } from '../../testing/wallets/polkadot-test-wallet.js';
import { POLKADOT_CHAIN, polkadotNetwork, SANDBOX_CHAIN } from '../unit/adapters/support/polkadot-networks.js';
import { polkadotWalletUser } from '../unit/adapters/support/polkadot-wallet-user.js';
import { contractRunner } from './support/contract-runner.js';
import { type Pair, PolkadotFixture } from './support/polkadot-fixture.js';
import { TcpProxy } from './support/tcp-proxy.js';

const COIN = 10n ** 10n;
const UNKNOWN_HASH = `0x${'e'.repeat(64)}`;

let fixture: PolkadotFixture;
let confirmedHash: string;
let revertedHash: string;
let owner: Pair;
let other: Pair;
let friend: Pair;
/** No test sends to or from this account, so its balance is constant. */
let saver: Pair;

beforeAll(async () => {
  fixture = await PolkadotFixture.start();
  const spender = await fixture.createAccount(COIN);
  [owner, other, friend] = [
    await fixture.createAccount(1_000n * COIN),
    await fixture.createAccount(0n, 'ed25519'),
    await fixture.createAccount(COIN),
  ];
  saver = await fixture.createAccount(5n * COIN);
  confirmedHash = await fixture.send(owner, friend.address, COIN);
  // The account can pay the fee, so the transaction is included, but the rest is below the amount, so it fails.
  revertedHash = await fixture.send(spender, friend.address, COIN - 1n);
});

afterAll(() => fixture.stop());

const harness = async (): Promise<ChainHarness> => {
  const wallet = new PolkadotTestWallet({ accounts: [owner, other] });
  const window = {};
  wallet.inject(window);
  const proxy = await TcpProxy.start(fixture.port);
  const clock = new FakeClock();
  return {
    chain: new PolkadotChain({ storage: new FakeStorage(), locks: new FakeLocks(), clock, window, originName: 'Tests' }),
    connectorId: wallet.key,
    network: polkadotNetwork(SANDBOX_CHAIN, proxy.port),
    otherNetwork: polkadotNetwork(POLKADOT_CHAIN, proxy.port),
    unknownNetwork: null,
    accounts: [owner.address, other.address],
    otherAccount: other.address,
    transfer: { to: friend.address, value: COIN },
    user: polkadotWalletUser(wallet),
    nodes: {
      fundedAccount: { address: saver.address, balance: 5n * COIN },
      confirmedHash,
      revertedHash,
      unknownHash: UNKNOWN_HASH,
      failAll: () => {
        proxy.mode = 'cut';
        proxy.cut();
      },
    },
    waitForMissingWallet: () => clock.run(3_000),
    dispose: () => proxy.stop(),
  };
};

chainContract(contractRunner, 'PolkadotChain on a real node', harness, {
  signature: /^0x[0-9a-f]{128}$/,
  hash: /^0x[0-9a-f]{64}$/,
  settledAs: 'finalized',
  unsupportedFeatures: ['signTypedData', 'addNetwork', 'switchNetwork', 'selectNetwork', 'revoke', 'silence'],
  services: ['fees', 'signatures'],
});
