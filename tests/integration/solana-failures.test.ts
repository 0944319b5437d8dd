import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { SolanaChain } from '../../adapters/solana/solana-chain.js';
import { FakeLocks } from '../../application/ports/locks.fake.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { activeAccount, waitForSettlement } from '../../testing/contracts/chain-harness.js';
import { codeOf, flushPromises, neverAborted } from '../../testing/contracts/test-api.js';
import { solanaTestSigner } from '../../testing/wallets/solana-test-signer.js';
import { DEVNET, solanaNetwork } from '../unit/adapters/support/solana-networks.js';
import { RpcProxy } from './support/rpc-proxy.js';
import { newAddress, SOL, SolanaFixture } from './support/solana-fixture.js';
import { SolanaTestNet } from './support/solana-node.js';
import { makeToken } from './support/solana-tokens.js';

let fixture: SolanaFixture;

beforeAll(async () => {
  fixture = await SolanaFixture.start();
});
afterAll(() => fixture.stop());

describe('sending on a real SVM', () => {
  it.each<readonly [string, (from: string) => Promise<object>]>([
    ['send/invalid-amount', async () => ({ value: 0n })],
    ['send/invalid-amount', async () => ({ value: -1n })],
    ['send/above-balance', async () => ({ value: 1_000n * SOL })],
    [
      'send/above-balance',
      async () => ({
        value: 10n,
        asset: fixture.tokenOf(await makeToken(fixture.net, fixture.tokenAuthority, fixture.alice.address, 9n, { decimals: 0 })),
      }),
    ],
    ['send/refused', async () => ({ asset: fixture.tokenOf(fixture.bob.address) })],
    ['send/insufficient-fee-funds', async (from) => ({ value: await fixture.net.lamports(from) })],
    ['send/existential-deposit', async () => ({ to: newAddress(), value: 1_000n })],
    ['send/existential-deposit', async (from) => ({ value: (await fixture.net.lamports(from)) - 6_000n })],
    ['address/invalid', async () => ({ to: 'nobody' })],
    [
      'address/invalid',
      async () => ({ to: await makeToken(fixture.net, fixture.tokenAuthority, fixture.alice.address, 9n, { decimals: 0 }) }),
    ],
    ['address/wrong-namespace', async () => ({ to: '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb' })],
    ['chain/unsupported', async () => ({ data: '0x00' })],
  ])('rejects with %s before a request to the wallet', async (code, change) => {
    const { session, wallet, from } = await fixture.connect();
    const request = { from, to: fixture.tokenAuthority.publicKey.toBase58(), value: SOL, ...(await change(fixture.alice.address)) };
    expect(await codeOf(session.sendTransaction(request, neverAborted()))).toBe(code);
    expect(wallet.promptCount('solana:signAndSendTransaction')).toBe(0);
  });

  it('rejects if the account cannot pay', async () => {
    const carol = await solanaTestSigner(crypto.getRandomValues(new Uint8Array(32)));
    const mint = await makeToken(fixture.net, fixture.tokenAuthority, carol.address, 9n, { decimals: 0 });
    const { session, from } = await fixture.connect({ accounts: [carol] });
    const request = { from, to: fixture.bob.address, value: 1n, asset: fixture.tokenOf(mint) };
    expect(await codeOf(session.sendTransaction(request, neverAborted()))).toBe('send/insufficient-fee-funds');
  });

  it('rejects a transaction with an expired blockhash, and sends nothing', async () => {
    const { calls, from } = await fixture.connect({ unsupportedFeatures: ['solana:signAndSendTransaction'] });
    const to = newAddress();
    const transaction = await fixture.transfer(to, 0);
    await fixture.net.advance(151);
    expect(await codeOf(calls.signAndSendTransaction({ account: from, transaction }, neverAborted()))).toBe('send/expired');
    expect(await fixture.net.lamports(to)).toBe(0n);
  });

  it('never broadcasts a transaction twice: sent again it is the same one', async () => {
    const { calls, from, chain } = await fixture.connect({ unsupportedFeatures: ['solana:signAndSendTransaction'] });
    const to = newAddress();
    const transaction = await fixture.transfer(to, 0);
    const first = await calls.signAndSendTransaction({ account: from, transaction }, neverAborted());
    await waitForSettlement(chain, { hash: first, network: fixture.network() }, neverAborted());
    expect(await calls.signAndSendTransaction({ account: from, transaction }, neverAborted())).toBe(first);
    expect(await fixture.net.lamports(to)).toBe(SOL);
  });

  it('never signs with data of an RPC endpoint of another chain', async () => {
    const { chain, wallet, session } = await fixture.connect();
    const wrong = solanaNetwork(DEVNET, fixture.net.url);
    await session.switchNetwork(wrong, neverAborted());
    const request = { from: activeAccount(session), to: fixture.bob.address, value: SOL };
    expect(await codeOf(session.sendTransaction(request, neverAborted()))).toBe('network/wrong-node');
    expect(await codeOf(chain.getBalance({ address: fixture.alice.address, network: wrong }, neverAborted()))).toBe('network/wrong-node');
    expect(wallet.promptCount('solana:signAndSendTransaction')).toBe(0);
  });

  it('reports an unknown outcome if the RPC endpoint fails after the wallet signed', async () => {
    const proxy = await RpcProxy.start(fixture.net.url);
    const { session, wallet, from } = await fixture.connect({ unsupportedFeatures: ['solana:signAndSendTransaction'] }, proxy.url);
    wallet.approval = 'manual';
    const sending = codeOf(session.sendTransaction({ from, to: fixture.bob.address, value: SOL }, neverAborted()));
    while (wallet.prompts.length === 0) await flushPromises();
    proxy.isDown = true;
    wallet.approve();
    expect(await sending).toBe('network/unknown-outcome');
    await proxy.stop();
  });
});

describe('tracking on a real SVM', () => {
  it('reports each status once completed the WebSocket', async () => {
    vi.stubGlobal('WebSocket', WebSocket);
    const slow = await SolanaTestNet.start(60_000);
    const chain = new SolanaChain({ storage: new FakeStorage(), locks: new FakeLocks(), clock: SYSTEM_CLOCK, wallets: [] });
    const hash = await slow.fund(fixture.alice.address);
    const statuses: string[] = [];
    const completed = new Promise<void>((resolve, reject) => {
      chain.followTransaction({ hash, network: fixture.network(slow.url) }).subscribe({
        next: ({ status, settled: last }) => {
          statuses.push(`${status} ${last}`);
          if (!last) void slow.advance(status === 'seen' ? 1 : 2);
        },
        error: reject,
        complete: resolve,
      });
    });
    await completed;
    expect(statuses).toEqual(['seen false', 'included false', 'finalized true']);
    chain.dispose();
    await slow.stop();
  });

  it('reports a failed transaction', async () => {
    const { calls, chain, from } = await fixture.connect({ unsupportedFeatures: ['solana:signAndSendTransaction'] });
    const transaction = await fixture.transfer(newAddress(), 0, 1_000n * SOL);
    const hash = await calls.signAndSendTransaction({ account: from, transaction, options: { skipPreflight: true } }, neverAborted());
    expect(await codeOf(waitForSettlement(chain, { hash, network: fixture.network() }, neverAborted()))).toBe(
      'network/transaction-reverted',
    );
  });
});
