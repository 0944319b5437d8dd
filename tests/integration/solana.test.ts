import { createPublicKey, verify } from 'node:crypto';
import { firstValueFrom, toArray } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { SolanaChain } from '../../adapters/solana/solana-chain.js';
import { FakeLocks } from '../../application/ports/locks.fake.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { decodeBase58 } from '../../domain/account/base58.js';
import { readSolanaTransaction } from '../../domain/account/solana-transaction.js';
import { formatAssetId } from '../../domain/caip/caip-19.js';
import { transferDigest } from '../../domain/send/reviewed-transfer.js';
import { waitForSettlement } from '../../testing/contracts/chain-harness.js';
import { codeOf, neverAborted } from '../../testing/contracts/test-api.js';
import { type SolanaTestSigner, solanaTestSigner } from '../../testing/wallets/solana-test-signer.js';
import type { SolanaTestFeature } from '../../testing/wallets/solana-test-wallet-options.js';
import { RpcProxy } from './support/rpc-proxy.js';
import { newAddress, SOL, SolanaFixture } from './support/solana-fixture.js';
import { makeToken, tokenAmount } from './support/solana-tokens.js';

let fixture: SolanaFixture;

beforeAll(async () => {
  fixture = await SolanaFixture.start();
});
afterAll(() => fixture.stop());

/** Verifies with Node's crypto, which neither the wallet nor the adapter uses. @see https://datatracker.ietf.org/doc/html/rfc8410 */
const isSignedBy = (signer: SolanaTestSigner, message: Uint8Array, signature: Uint8Array | null): boolean => {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), signer.publicKey]);
  return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature ?? new Uint8Array());
};

describe.each<readonly [string, readonly SolanaTestFeature[]]>([
  ['that sends itself', []],
  ['that only signs', ['solana:signAndSendTransaction']],
])('a Solana wallet %s, on a real SVM', (_, lacks) => {
  it('signs valid messages', async () => {
    const { session, chain, from } = await fixture.connect({ unsupportedFeatures: lacks });
    for (const message of ['hello', '', 'ünïcödé 🔑\n']) {
      const signature = await session.signMessage({ account: from, message }, neverAborted());
      expect(isSignedBy(fixture.alice, new TextEncoder().encode(message), decodeBase58(signature))).toBe(true);
      const signed = { account: from, message, signature, network: fixture.network() };
      expect(await chain.services.verifyMessage(signed, neverAborted())).toBe(true);
      expect(await chain.services.verifyMessage({ ...signed, message: `${message}!` }, neverAborted())).toBe(false);
    }
  });

  it('sends SOL for the quoted fee and tracks the transaction to the end', async () => {
    const { session, chain, from } = await fixture.connect({ unsupportedFeatures: lacks });
    const to = newAddress();
    const before = await fixture.net.lamports(fixture.alice.address);
    const transaction = { from, to, value: SOL };
    const [slow, normal, fast] = await chain.services.estimateFees({ transaction, network: fixture.network() }, neverAborted());
    expect([slow?.speed, normal?.speed, fast?.speed]).toEqual(['slow', 'normal', 'fast']);
    const hash = await session.sendTransaction(transaction, neverAborted());
    const progress = await firstValueFrom(chain.followTransaction({ hash, network: fixture.network() }).pipe(toArray()));
    expect(progress.at(-1)).toEqual({ status: 'finalized', blockNumber: expect.any(BigInt), settled: true });
    expect(await fixture.net.lamports(to)).toBe(SOL);
    expect(await fixture.net.lamports(fixture.alice.address)).toBe(before - SOL - (normal?.fee ?? 0n));
    expect((await chain.getBalance({ address: to, network: fixture.network() }, neverAborted())).value).toBe(SOL);
  });

  it('sends the whole SOL balance', async () => {
    const carol = await solanaTestSigner(crypto.getRandomValues(new Uint8Array(32)));
    await fixture.net.fund(carol.address, 50_000_000);
    const { session, chain, from } = await fixture.connect({ unsupportedFeatures: lacks, accounts: [carol] });
    const to = newAddress();
    const hash = await session.sendTransaction({ from, to, value: 0n, all: true }, neverAborted());
    await waitForSettlement(chain, { hash, network: fixture.network() }, neverAborted());
    expect(await fixture.net.lamports(carol.address)).toBe(0n);
    expect(await fixture.net.lamports(to)).toBe(50_000_000n - 5_000n);
  });

  it('sends tokens and creates the token account of the recipient for the quoted rent', async () => {
    const mint = await makeToken(fixture.net, fixture.tokenAuthority, fixture.alice.address, 5_000_000n, { decimals: 6 });
    const { session, chain, from } = await fixture.connect({ unsupportedFeatures: lacks });
    const to = newAddress();
    const transaction = { from, to, value: 1_500_000n, asset: fixture.tokenOf(mint) };
    const before = await fixture.net.lamports(fixture.alice.address);
    const quotes = await chain.services.estimateFees({ transaction, network: fixture.network() }, neverAborted());
    expect(quotes[1]?.rate).toMatchObject({ type: 'solana', signatureLamports: 5_000n, rentLamports: 2_039_280n });
    expect(await chain.services.simulate({ transaction, network: fixture.network() }, neverAborted())).toEqual({
      status: 'done',
      changes: [{ asset: transaction.asset, value: -1_500_000n }],
    });
    const digest = (value: bigint): string => transferDigest({ chainId: fixture.network().caipNetworkId, to, token: mint, value });
    const tampered = session.sendTransaction({ ...transaction, reviewed: digest(1_500_001n) }, neverAborted());
    expect(await codeOf(tampered)).toBe('send/request-tampered');
    for (const paid of [quotes[1]?.fee ?? 0n, 5_000n]) {
      const at = await fixture.net.lamports(fixture.alice.address);
      const hash = await session.sendTransaction({ ...transaction, reviewed: digest(1_500_000n) }, neverAborted());
      await waitForSettlement(chain, { hash, network: fixture.network() }, neverAborted());
      expect(at - (await fixture.net.lamports(fixture.alice.address))).toBe(paid);
    }
    expect(before > (await fixture.net.lamports(fixture.alice.address))).toBe(true);
    expect([await tokenAmount(fixture.net, to, mint), await tokenAmount(fixture.net, fixture.alice.address, mint)]).toEqual([
      3_000_000n,
      2_000_000n,
    ]);
  });

  it('sends the whole balance of a Token-2022 token with a transfer fee', async () => {
    const mint = await makeToken(fixture.net, fixture.tokenAuthority, fixture.alice.address, 1_000n, {
      decimals: 2,
      metadata: { name: 'Taxed coin', symbol: 'TAX' },
    });
    const { session, chain, from } = await fixture.connect({ unsupportedFeatures: lacks });
    const to = newAddress();
    const hash = await session.sendTransaction({ from, to, value: 0n, all: true, asset: fixture.tokenOf(mint) }, neverAborted());
    await waitForSettlement(chain, { hash, network: fixture.network() }, neverAborted());
    // The transfer fee of 1 % is withheld in the recipient's token account.
    expect([await tokenAmount(fixture.net, to, mint, true), await tokenAmount(fixture.net, fixture.alice.address, mint, true)]).toEqual([
      990n,
      0n,
    ]);
  });

  it('signs and sends legacy and versioned transactions built with another SDK', async () => {
    const { calls, chain, from } = await fixture.connect({ unsupportedFeatures: lacks });
    for (const version of ['legacy', 0] as const) {
      const to = newAddress();
      const transaction = await fixture.transfer(to, version);
      const hash = await calls.signAndSendTransaction(
        { account: from, transaction, options: { preflightCommitment: 'processed' } },
        neverAborted(),
      );
      await waitForSettlement(chain, { hash, network: fixture.network() }, neverAborted());
      expect(await fixture.net.lamports(to)).toBe(SOL);
    }
    const transactions = [await fixture.transfer(newAddress(), 0), await fixture.transfer(newAddress(), 'legacy')];
    const signed = await calls.signTransactions({ account: from, transactions }, neverAborted());
    for (const bytes of signed) {
      const { message, signatures } = readSolanaTransaction(bytes) ?? { message: new Uint8Array(), signatures: [] };
      expect(isSignedBy(fixture.alice, message, signatures[0] ?? null)).toBe(true);
    }
  });
});

describe('reading tokens on a real SVM', () => {
  it('reads SOL and twenty tokens in order with one request after the one for the genesis hash', async () => {
    const owner = newAddress();
    await fixture.net.fund(owner, 7_000_000);
    const plain = await makeToken(fixture.net, fixture.tokenAuthority, owner, 5n, { decimals: 3 });
    const worded = await makeToken(fixture.net, fixture.tokenAuthority, owner, 6n, {
      decimals: 2,
      metadata: { name: 'Rich\u202e coin', symbol: 'RICH' },
    });
    const others = Array.from({ length: 18 }, newAddress);
    const proxy = await RpcProxy.start(fixture.net.url);
    const chain = new SolanaChain({ storage: new FakeStorage(), locks: new FakeLocks(), clock: SYSTEM_CLOCK });
    const sol = formatAssetId({ chainId: fixture.network().caipNetworkId, assetNamespace: 'slip44', assetReference: '501' });
    const assets = [fixture.tokenOf(worded), ...others.map((mint) => fixture.tokenOf(mint)), sol, fixture.tokenOf(plain)];
    const balances = await chain.services.getAssetBalances({ address: owner, assets, network: fixture.network(proxy.url) }, neverAborted());
    expect(balances).toEqual([
      { asset: fixture.tokenOf(worded), value: 6n, decimals: 2, symbol: 'RICH', name: 'Rich coin' },
      { asset: sol, value: 7_000_000n, decimals: 9, symbol: 'SOL', name: 'Solana' },
      { asset: fixture.tokenOf(plain), value: 5n, decimals: 3, symbol: null, name: null },
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
