import { describe, expect, it } from 'vitest';
import { Eip155Chain } from '../../adapters/eip155/eip155-chain.js';
import { FakeChain } from '../../application/ports/chain.fake.js';
import { FakeClock } from '../../application/ports/clock.fake.js';
import type { FakeAnswer } from '../../application/ports/wallet-answer.fake.js';
import { chainContract } from '../../testing/contracts/chain.contract.js';
import type { ChainHarness, Verdict } from '../../testing/contracts/chain-harness.js';
import { Eip155TestWallet } from '../../testing/wallets/eip155-test-wallet.js';
import { ownerOf } from '../unit/adapters/support/eip155-owner.js';
import { JsonRpcNode, receipt } from '../unit/adapters/support/json-rpc-node.js';
import { ALICE, BOB, testNetwork } from '../unit/adapters/support/networks.js';

const CONFIRMED = `0x${'c'.repeat(64)}`;
const REVERTED = `0x${'d'.repeat(64)}`;
const UNKNOWN = `0x${'e'.repeat(64)}`;

const FAKE_ANSWERS: Readonly<Record<Verdict, FakeAnswer>> = {
  rejected: 'reject',
  pending: 'pending',
  unsupported: 'unsupported',
  garbage: 'garbage',
};

const fakeHarness = (): ChainHarness => {
  const connectorId = 'com.example.wallet';
  const chain = new FakeChain({
    wallets: [{ id: connectorId, accounts: [ALICE, BOB], chainId: 'eip155:1', knownChainIds: ['eip155:137'] }],
    balances: { [ALICE]: 7n },
  });
  const wallet = chain.wallet(connectorId);
  chain.mine(CONFIRMED);
  chain.mine(REVERTED, 'reverted');
  return {
    chain,
    connectorId,
    network: testNetwork(1),
    otherNetwork: testNetwork(137),
    unknownNetwork: testNetwork(10),
    accounts: [ALICE, BOB],
    owner: {
      answerNext: (approval, verdict) => wallet.next(approval, FAKE_ANSWERS[verdict]),
      holdNext: (approval) => wallet.next(approval, 'late'),
      approveHeld: () => wallet.release(),
      asked: (approval) => wallet.count(approval),
      refuseToForget: () => wallet.always('disconnect', 'unsupported'),
      lock: () => wallet.lock(),
      unlock: () => wallet.unlock(),
      selectAccount: (address) => wallet.selectAccount(address),
      selectNetwork: ({ caipNetworkId }) => wallet.selectChain(caipNetworkId),
      forgetSite: () => wallet.forgetSite(),
      allowsSite: () => wallet.connected,
      listeners: () => wallet.listeners,
    },
    nodes: {
      rich: { address: ALICE, balance: 7n },
      confirmedHash: CONFIRMED,
      revertedHash: REVERTED,
      unknownHash: UNKNOWN,
      breakDown: () => {
        chain.reads = 'failed';
      },
    },
    waitForNobody: () => Promise.resolve(),
  };
};

/** How the wallet of an eip155 chain is found. */
type Discovery = 'announced' | 'injected' | 'host';

const eip155Harness = async (discovery: Discovery): Promise<ChainHarness> => {
  const node = await JsonRpcNode.start();
  node.answers.set('eth_getBalance', () => '0x7');
  node.answers.set('eth_getTransactionReceipt', ([hash]) =>
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
    providers: discovery === 'host' ? [{ id: 'host-wallet', name: 'Host wallet', provider: wallet.provider }] : [],
  });
  return {
    chain,
    connectorId: { announced: wallet.info.rdns, injected: 'injected', host: 'host-wallet' }[discovery],
    network: testNetwork(1, node.url),
    otherNetwork: testNetwork(137, node.url),
    unknownNetwork: testNetwork(10, node.url),
    accounts: [ALICE, BOB],
    owner: ownerOf(wallet),
    nodes: {
      rich: { address: ALICE, balance: 7n },
      confirmedHash: CONFIRMED,
      revertedHash: REVERTED,
      unknownHash: UNKNOWN,
      breakDown: () => {
        node.mode = { status: 500 };
      },
    },
    waitForNobody: () => clock.run(3_000),
    dispose: () => node.stop(),
  };
};

const api = { describe, it, expect };
chainContract(api, 'FakeChain', fakeHarness);
chainContract(api, 'Eip155Chain with an announced wallet', () => eip155Harness('announced'));
chainContract(api, 'Eip155Chain with the legacy wallet', () => eip155Harness('injected'));
chainContract(api, 'Eip155Chain with a wallet of the host', () => eip155Harness('host'));
