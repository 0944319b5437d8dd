import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { SolanaChain } from '../../adapters/solana/solana-chain.js';
import { activeAccount, settle } from '../../testing/contracts/chain-harness.js';
import { codeOf, patient, settled } from '../../testing/contracts/test-api.js';
import { solanaTestSigner } from '../../testing/wallets/solana-test-signer.js';
import { DEVNET, solanaNetwork } from '../unit/adapters/support/solana-networks.js';
import { RpcProxy } from './support/rpc-proxy.js';
import { SolanaTestNet } from './support/solana-node.js';
import { makeToken } from './support/solana-tokens.js';
import { newcomer, SOL, SolanaWorld } from './support/solana-world.js';

let world: SolanaWorld;

beforeAll(async () => {
  world = await SolanaWorld.start();
});
afterAll(() => world.stop());

describe('sending on a real SVM', () => {
  it.each<readonly [string, (from: string) => Promise<object>]>([
    ['send/invalid-amount', async () => ({ value: 0n })],
    ['send/invalid-amount', async () => ({ value: -1n })],
    ['send/above-balance', async () => ({ value: 1_000n * SOL })],
    [
      'send/above-balance',
      async () => ({ value: 10n, asset: world.tokenOf(await makeToken(world.net, world.maker, world.alice.address, 9n, { decimals: 0 })) }),
    ],
    ['send/refused', async () => ({ asset: world.tokenOf(world.bob.address) })],
    ['send/insufficient-fee-funds', async (from) => ({ value: await world.net.lamports(from) })],
    ['send/existential-deposit', async () => ({ to: newcomer(), value: 1_000n })],
    ['send/existential-deposit', async (from) => ({ value: (await world.net.lamports(from)) - 6_000n })],
    ['address/invalid', async () => ({ to: 'nobody' })],
    ['address/invalid', async () => ({ to: await makeToken(world.net, world.maker, world.alice.address, 9n, { decimals: 0 }) })],
    ['address/wrong-namespace', async () => ({ to: '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb' })],
    ['chain/unsupported', async () => ({ data: '0x00' })],
  ])('ends with %s before the wallet is asked', async (code, change) => {
    const { session, wallet, from } = await world.meet();
    const request = { from, to: world.maker.publicKey.toBase58(), value: SOL, ...(await change(world.alice.address)) };
    expect(await codeOf(session.sendTransaction(request, patient()))).toBe(code);
    expect(wallet.shown('solana:signAndSendTransaction')).toBe(0);
  });

  it('says that an account without coins cannot pay', async () => {
    const carol = await solanaTestSigner(crypto.getRandomValues(new Uint8Array(32)));
    const mint = await makeToken(world.net, world.maker, carol.address, 9n, { decimals: 0 });
    const { session, from } = await world.meet({ accounts: [carol] });
    const request = { from, to: world.bob.address, value: 1n, asset: world.tokenOf(mint) };
    expect(await codeOf(session.sendTransaction(request, patient()))).toBe('send/insufficient-fee-funds');
  });

  it('says that a transaction was signed too late: nothing was sent', async () => {
    const { calls, from } = await world.meet({ lacks: ['solana:signAndSendTransaction'] });
    const to = newcomer();
    const transaction = await world.transfer(to, 0);
    await world.net.advance(151);
    expect(await codeOf(calls.signAndSendTransaction({ account: from, transaction }, patient()))).toBe('send/expired');
    expect(await world.net.lamports(to)).toBe(0n);
  });

  it('never broadcasts one transaction twice: sent again it is the same one', async () => {
    const { calls, from, chain } = await world.meet({ lacks: ['solana:signAndSendTransaction'] });
    const to = newcomer();
    const transaction = await world.transfer(to, 0);
    const first = await calls.signAndSendTransaction({ account: from, transaction }, patient());
    await settle(chain, { hash: first, network: world.network() }, patient());
    expect(await calls.signAndSendTransaction({ account: from, transaction }, patient())).toBe(first);
    expect(await world.net.lamports(to)).toBe(SOL);
  });

  it('never signs by a node of another chain', async () => {
    const { chain, wallet, session } = await world.meet();
    const wrong = solanaNetwork(DEVNET, world.net.url);
    await session.switchNetwork(wrong, patient());
    const request = { from: activeAccount(session), to: world.bob.address, value: SOL };
    expect(await codeOf(session.sendTransaction(request, patient()))).toBe('network/wrong-node');
    expect(await codeOf(chain.getBalance({ address: world.alice.address, network: wrong }, patient()))).toBe('network/wrong-node');
    expect(wallet.shown('solana:signAndSendTransaction')).toBe(0);
  });

  it('does not know the outcome when the node goes away after the wallet signed', async () => {
    const proxy = await RpcProxy.start(world.net.url);
    const { session, wallet, from } = await world.meet({ lacks: ['solana:signAndSendTransaction'] }, proxy.url);
    wallet.approval = 'by-hand';
    const sending = codeOf(session.sendTransaction({ from, to: world.bob.address, value: SOL }, patient()));
    while (wallet.prompts.length === 0) await settled();
    proxy.down = true;
    wallet.approve();
    expect(await sending).toBe('network/unknown-outcome');
    await proxy.stop();
  });
});

describe('following on a real SVM', () => {
  it('says how far a transaction comes, each step once, by the node’s socket', async () => {
    vi.stubGlobal('WebSocket', WebSocket);
    const slow = await SolanaTestNet.start(60_000);
    const chain = new SolanaChain({ clock: SYSTEM_CLOCK, wallets: [] });
    const hash = await slow.fund(world.alice.address);
    const statuses: string[] = [];
    const over = new Promise<void>((resolve, reject) => {
      chain.followTransaction({ hash, network: world.network(slow.url) }).subscribe({
        next: ({ status, settled: last }) => {
          statuses.push(`${status} ${last}`);
          if (!last) void slow.advance(status === 'seen' ? 1 : 2);
        },
        error: reject,
        complete: resolve,
      });
    });
    await over;
    expect(statuses).toEqual(['seen false', 'included false', 'finalized true']);
    chain.dispose();
    await slow.stop();
  });

  it('says that a transaction failed', async () => {
    const { calls, chain, from } = await world.meet({ lacks: ['solana:signAndSendTransaction'] });
    const transaction = await world.transfer(newcomer(), 0, 1_000n * SOL);
    const hash = await calls.signAndSendTransaction({ account: from, transaction, options: { skipPreflight: true } }, patient());
    expect(await codeOf(settle(chain, { hash, network: world.network() }, patient()))).toBe('network/transaction-reverted');
  });
});
