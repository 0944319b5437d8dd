import { afterAll, beforeAll } from 'vitest';
import { SolanaChain } from '../../adapters/solana/solana-chain.js';
import { FakeClock } from '../../application/ports/clock.fake.js';
import { FakeLocks } from '../../application/ports/locks.fake.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { chainContract } from '../../testing/contracts/chain.contract.js';
import type { ChainHarness } from '../../testing/contracts/chain-harness.js';
import { neverAborted } from '../../testing/contracts/test-api.js';
import type { SolanaTestFeature } from '../../testing/wallets/solana-test-wallet-options.js';
import { DEVNET, LOCALNET, solanaNetwork } from '../unit/adapters/support/solana-networks.js';
import { SOLANA_TRAITS, solanaWalletUser } from '../unit/adapters/support/solana-wallet-user.js';
import { contractRunner } from './support/contract-runner.js';
import { newAddress, SOL, SolanaFixture } from './support/solana-fixture.js';
import { UNKNOWN_SIGNATURE } from './support/solana-node.js';
import { TcpProxy } from './support/tcp-proxy.js';

const rich = newAddress();
let fixture: SolanaFixture;
let confirmedHash: string;
let revertedHash: string;

beforeAll(async () => {
  fixture = await SolanaFixture.start();
  confirmedHash = await fixture.net.fund(rich, 7_000_000);
  const { calls, from } = await fixture.connect({ unsupportedFeatures: ['solana:signAndSendTransaction'] });
  const failing = await fixture.transfer(rich, 0, 1_000n * SOL);
  const request = { account: from, transaction: failing, options: { skipPreflight: true } };
  revertedHash = await calls.signAndSendTransaction(request, neverAborted());
});
afterAll(() => fixture.stop());

const harnessWith = async (lacks: readonly SolanaTestFeature[]): Promise<ChainHarness> => {
  const { alice, bob } = fixture;
  const proxy = await TcpProxy.start(Number(new URL(fixture.net.url).port));
  const url = `http://127.0.0.1:${proxy.port}`;
  const wallet = fixture.makeWallet({ unsupportedFeatures: lacks });
  const clock = new FakeClock();
  const chain = new SolanaChain({ storage: new FakeStorage(), locks: new FakeLocks(), clock, wallets: [wallet.wallet] });
  return {
    chain,
    connectorId: 'Test wallet',
    network: fixture.network(url),
    otherNetwork: solanaNetwork(DEVNET, url),
    unknownNetwork: solanaNetwork(LOCALNET, url),
    accounts: [alice.address, bob.address],
    otherAccount: bob.address,
    transfer: { to: bob.address, value: 1_000_000n },
    user: solanaWalletUser(wallet),
    nodes: {
      fundedAccount: { address: rich, balance: 7_000_000n },
      confirmedHash,
      revertedHash,
      unknownHash: UNKNOWN_SIGNATURE,
      failAll: () => {
        proxy.mode = 'cut';
        proxy.cut();
      },
    },
    waitForMissingWallet: () => clock.run(3_000),
    dispose: () => proxy.stop(),
  };
};

chainContract(contractRunner, 'SolanaChain with a wallet that sends itself', () => harnessWith([]), {
  ...SOLANA_TRAITS,
  services: ['fees', 'simulation', 'signatures'],
});
chainContract(
  contractRunner,
  'SolanaChain with a wallet that only signs',
  () => harnessWith(['solana:signAndSendTransaction']),
  SOLANA_TRAITS,
);
