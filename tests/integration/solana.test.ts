import { createPublicKey, verify } from 'node:crypto';
import { firstValueFrom, toArray } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { SolanaChain } from '../../adapters/solana/solana-chain.js';
import { decodeBase58 } from '../../domain/account/base58.js';
import { readSolanaTransaction } from '../../domain/account/solana-transaction.js';
import { formatAssetId } from '../../domain/caip/caip-19.js';
import { settle } from '../../testing/contracts/chain-harness.js';
import { patient } from '../../testing/contracts/test-api.js';
import { type SolanaTestSigner, solanaTestSigner } from '../../testing/wallets/solana-test-signer.js';
import type { SolanaTestFeature } from '../../testing/wallets/solana-test-wallet-options.js';
import { RpcProxy } from './support/rpc-proxy.js';
import { makeToken, tokenAmount } from './support/solana-tokens.js';
import { newcomer, SOL, SolanaWorld } from './support/solana-world.js';

let world: SolanaWorld;

beforeAll(async () => {
  world = await SolanaWorld.start();
});
afterAll(() => world.stop());

/** Node's own cryptography, which neither the wallet nor the adapter uses. @see https://datatracker.ietf.org/doc/html/rfc8410 */
const isSignedBy = (signer: SolanaTestSigner, message: Uint8Array, signature: Uint8Array | null): boolean => {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), signer.publicKey]);
  return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature ?? new Uint8Array());
};

describe.each<readonly [string, readonly SolanaTestFeature[]]>([
  ['that sends itself', []],
  ['that only signs', ['solana:signAndSendTransaction']],
])('a Solana wallet %s, on a real SVM', (_, lacks) => {
  it('signs messages that verify', async () => {
    const { session, chain, from } = await world.meet({ lacks });
    for (const message of ['hello', '', 'ünïcödé 🔑\n']) {
      const signature = await session.signMessage({ account: from, message }, patient());
      expect(isSignedBy(world.alice, new TextEncoder().encode(message), decodeBase58(signature))).toBe(true);
      const signed = { account: from, message, signature, network: world.network() };
      expect(await chain.services.verifyMessage(signed, patient())).toBe(true);
      expect(await chain.services.verifyMessage({ ...signed, message: `${message}!` }, patient())).toBe(false);
    }
  });

  it('sends SOL for the fee that was quoted, and follows it to the end', async () => {
    const { session, chain, from } = await world.meet({ lacks });
    const to = newcomer();
    const before = await world.net.lamports(world.alice.address);
    const transaction = { from, to, value: SOL };
    const [slow, normal, fast] = await chain.services.estimateFees({ transaction, network: world.network() }, patient());
    expect([slow?.speed, normal?.speed, fast?.speed]).toEqual(['slow', 'normal', 'fast']);
    const hash = await session.sendTransaction(transaction, patient());
    const progress = await firstValueFrom(chain.followTransaction({ hash, network: world.network() }).pipe(toArray()));
    expect(progress.at(-1)).toEqual({ status: 'finalized', blockNumber: expect.any(BigInt), settled: true });
    expect(await world.net.lamports(to)).toBe(SOL);
    expect(await world.net.lamports(world.alice.address)).toBe(before - SOL - (normal?.fee ?? 0n));
    expect((await chain.getBalance({ address: to, network: world.network() }, patient())).value).toBe(SOL);
  });

  it('sends all SOL there is: nothing stays behind', async () => {
    const carol = await solanaTestSigner(crypto.getRandomValues(new Uint8Array(32)));
    await world.net.fund(carol.address, 50_000_000);
    const { session, chain, from } = await world.meet({ lacks, accounts: [carol] });
    const to = newcomer();
    const hash = await session.sendTransaction({ from, to, value: 0n, all: true }, patient());
    await settle(chain, { hash, network: world.network() }, patient());
    expect(await world.net.lamports(carol.address)).toBe(0n);
    expect(await world.net.lamports(to)).toBe(50_000_000n - 5_000n);
  });

  it('sends tokens, and makes the recipient’s account for the rent that was quoted', async () => {
    const mint = await makeToken(world.net, world.maker, world.alice.address, 5_000_000n, { decimals: 6 });
    const { session, chain, from } = await world.meet({ lacks });
    const to = newcomer();
    const transaction = { from, to, value: 1_500_000n, asset: world.tokenOf(mint) };
    const before = await world.net.lamports(world.alice.address);
    const quotes = await chain.services.estimateFees({ transaction, network: world.network() }, patient());
    expect(quotes[1]?.rate).toMatchObject({ type: 'solana', signatureLamports: 5_000n, rentLamports: 2_039_280n });
    for (const paid of [quotes[1]?.fee ?? 0n, 5_000n]) {
      const at = await world.net.lamports(world.alice.address);
      const hash = await session.sendTransaction(transaction, patient());
      await settle(chain, { hash, network: world.network() }, patient());
      expect(at - (await world.net.lamports(world.alice.address))).toBe(paid);
    }
    expect(before > (await world.net.lamports(world.alice.address))).toBe(true);
    expect([await tokenAmount(world.net, to, mint), await tokenAmount(world.net, world.alice.address, mint)]).toEqual([
      3_000_000n,
      2_000_000n,
    ]);
  });

  it('sends tokens of Token-2022 with their fee, all of them', async () => {
    const mint = await makeToken(world.net, world.maker, world.alice.address, 1_000n, {
      decimals: 2,
      words: { name: 'Taxed coin', symbol: 'TAX' },
    });
    const { session, chain, from } = await world.meet({ lacks });
    const to = newcomer();
    const hash = await session.sendTransaction({ from, to, value: 0n, all: true, asset: world.tokenOf(mint) }, patient());
    await settle(chain, { hash, network: world.network() }, patient());
    // 1 % of it stays with the recipient's account as a fee that is withheld.
    expect([await tokenAmount(world.net, to, mint, true), await tokenAmount(world.net, world.alice.address, mint, true)]).toEqual([
      990n,
      0n,
    ]);
  });

  it('signs and sends what a host has built with another SDK, legacy and with a version', async () => {
    const { calls, chain, from } = await world.meet({ lacks });
    for (const version of ['legacy', 0] as const) {
      const to = newcomer();
      const transaction = await world.transfer(to, version);
      const hash = await calls.signAndSendTransaction(
        { account: from, transaction, options: { preflightCommitment: 'processed' } },
        patient(),
      );
      await settle(chain, { hash, network: world.network() }, patient());
      expect(await world.net.lamports(to)).toBe(SOL);
    }
    const transactions = [await world.transfer(newcomer(), 0), await world.transfer(newcomer(), 'legacy')];
    const signed = await calls.signTransactions({ account: from, transactions }, patient());
    for (const bytes of signed) {
      const { message, signatures } = readSolanaTransaction(bytes) ?? { message: new Uint8Array(), signatures: [] };
      expect(isSignedBy(world.alice, message, signatures[0] ?? null)).toBe(true);
    }
  });
});

describe('reading tokens from a real SVM', () => {
  it('reads SOL and twenty tokens in their order with one request behind the one for the genesis hash, in all accounts together', async () => {
    const owner = newcomer();
    await world.net.fund(owner, 7_000_000);
    const plain = await makeToken(world.net, world.maker, owner, 5n, { decimals: 3 });
    const worded = await makeToken(world.net, world.maker, owner, 6n, { decimals: 2, words: { name: 'Rich\u202e coin', symbol: 'RICH' } });
    const others = Array.from({ length: 18 }, newcomer);
    const proxy = await RpcProxy.start(world.net.url);
    const chain = new SolanaChain({ clock: SYSTEM_CLOCK });
    const sol = formatAssetId({ chainId: world.network().caipNetworkId, assetNamespace: 'slip44', assetReference: '501' });
    const assets = [world.tokenOf(worded), ...others.map((mint) => world.tokenOf(mint)), sol, world.tokenOf(plain)];
    const balances = await chain.services.getAssetBalances({ address: owner, assets, network: world.network(proxy.url) }, patient());
    expect(balances).toEqual([
      { asset: world.tokenOf(worded), value: 6n, decimals: 2, symbol: 'RICH', name: 'Rich coin' },
      { asset: sol, value: 7_000_000n, decimals: 9, symbol: 'SOL', name: 'Solana' },
      { asset: world.tokenOf(plain), value: 5n, decimals: 3, symbol: null, name: null },
    ]);
    const [genesis, ...reads] = proxy.methods;
    expect([genesis, reads.toSorted()]).toEqual([
      'getGenesisHash',
      ['getMultipleAccounts', 'getTokenAccountsByOwner', 'getTokenAccountsByOwner'],
    ]);
    expect(proxy.requests).toBe(2);
    await proxy.stop();
  });
});
