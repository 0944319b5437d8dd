import { afterAll, beforeAll } from 'vitest';
import { SolanaChain } from '../../adapters/solana/solana-chain.js';
import { FakeClock } from '../../application/ports/clock.fake.js';
import { chainContract } from '../../testing/contracts/chain.contract.js';
import type { ChainHarness } from '../../testing/contracts/chain-harness.js';
import { patient } from '../../testing/contracts/test-api.js';
import type { SolanaTestFeature } from '../../testing/wallets/solana-test-wallet-options.js';
import { DEVNET, LOCALNET, solanaNetwork } from '../unit/adapters/support/solana-networks.js';
import { SOLANA_TRAITS, solanaOwnerOf } from '../unit/adapters/support/solana-owner.js';
import { contractRunner } from './support/contract-runner.js';
import { UNKNOWN_SIGNATURE } from './support/solana-node.js';
import { newcomer, SOL, SolanaWorld } from './support/solana-world.js';
import { TcpProxy } from './support/tcp-proxy.js';

const rich = newcomer();
let world: SolanaWorld;
let confirmedHash: string;
let revertedHash: string;

beforeAll(async () => {
  world = await SolanaWorld.start();
  confirmedHash = await world.net.fund(rich, 7_000_000);
  const { calls, from } = await world.meet({ lacks: ['solana:signAndSendTransaction'] });
  const failing = await world.transfer(rich, 0, 1_000n * SOL);
  const request = { account: from, transaction: failing, options: { skipPreflight: true } };
  revertedHash = await calls.signAndSendTransaction(request, patient());
});
afterAll(() => world.stop());

const harnessWith = async (lacks: readonly SolanaTestFeature[]): Promise<ChainHarness> => {
  const { alice, bob } = world;
  const proxy = await TcpProxy.start(Number(new URL(world.net.url).port));
  const url = `http://127.0.0.1:${proxy.port}`;
  const wallet = world.makeWallet({ lacks });
  const clock = new FakeClock();
  const chain = new SolanaChain({ clock, wallets: [wallet.wallet] });
  return {
    chain,
    connectorId: 'Test wallet',
    network: world.network(url),
    otherNetwork: solanaNetwork(DEVNET, url),
    unknownNetwork: solanaNetwork(LOCALNET, url),
    accounts: [alice.address, bob.address],
    otherAccount: bob.address,
    transfer: { to: bob.address, value: 1_000_000n },
    owner: solanaOwnerOf(wallet),
    nodes: {
      rich: { address: rich, balance: 7_000_000n },
      confirmedHash,
      revertedHash,
      unknownHash: UNKNOWN_SIGNATURE,
      breakDown: () => {
        proxy.door = 'cut';
        proxy.cut();
      },
    },
    waitForNobody: () => clock.run(3_000),
    dispose: () => proxy.stop(),
  };
};

chainContract(contractRunner, 'SolanaChain with a wallet that sends itself', () => harnessWith([]), {
  ...SOLANA_TRAITS,
  offers: ['fees', 'signatures'],
});
chainContract(
  contractRunner,
  'SolanaChain with a wallet that only signs',
  () => harnessWith(['solana:signAndSendTransaction']),
  SOLANA_TRAITS,
);
