import { randomUUID } from 'node:crypto';
import { type RunningBitcoin, startBitcoin } from '@latchkey/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bip122Chain } from '../../adapters/bip122/bip122-chain.js';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { FakeLocks } from '../../application/ports/locks.fake.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { esploraUrls } from '../../domain/network/bitcoin-esplora.js';
import { activeAccount, waitForSettlement } from '../../testing/contracts/chain-harness.js';
import { neverAborted } from '../../testing/contracts/test-api.js';
import { bip122TestKey } from '../../testing/wallets/bip122-keys.js';
import { Bip122TestWallet } from '../../testing/wallets/bip122-test-wallet.js';
import { bitcoinTestNetwork } from './support/bitcoin-network.js';

let bitcoin: RunningBitcoin;
beforeAll(async () => {
  bitcoin = await startBitcoin({ hasEstimates: false });
});
afterAll(() => bitcoin.stop());

describe('sending on a Bitcoin node without fee estimates', () => {
  it('uses the fee rate of the mempool and reports that source in the quote', async () => {
    const network = bitcoinTestNetwork('regtest', bitcoin.esploraUrl);
    const [key, friend] = [bip122TestKey('p2wpkh', randomUUID()), bip122TestKey('p2wpkh', randomUUID())];
    await bitcoin.fund(key.addressOn('regtest'), 100_000);
    await bitcoin.mine();
    expect(await (await fetch(`${bitcoin.esploraUrl}/fee-estimates`)).json()).toEqual({});
    const provider = new Bip122TestWallet({ keys: [key] }).unisat;
    const chain = new Bip122Chain({
      storage: new FakeStorage(),
      locks: new FakeLocks(),
      clock: SYSTEM_CLOCK,
      providers: [{ id: 'test', name: 'Test', provider, dialect: 'unisat' }],
      esplora: (of) => esploraUrls(of, {}),
    });
    const session = await chain.connect({ connectorId: 'test', network }, neverAborted());
    const transaction = { from: activeAccount(session), to: friend.addressOn('regtest'), value: 20_000n } as const;
    const quotes = (await chain.services.estimateFees?.({ transaction, network }, neverAborted())) ?? [];
    const rate = { type: 'bip122', satsPerVbyte: 1, basis: 'mempool' };
    expect(quotes.map((quote) => quote.rate)).toMatchObject([rate, rate, rate]);
    const hash = await session.sendTransaction(transaction, neverAborted());
    const sent = (await (await fetch(`${bitcoin.esploraUrl}/tx/${hash}`)).json()) as { readonly fee: number };
    expect(BigInt(sent.fee)).toBe(quotes[0]?.fee);
    const mempool = (await (await fetch(`${bitcoin.esploraUrl}/mempool`)).json()) as { readonly fee_histogram: readonly unknown[] };
    expect(mempool.fee_histogram).toHaveLength(1);
    const height = await bitcoin.mine();
    expect(await waitForSettlement(chain, { hash, network }, neverAborted())).toEqual({ blockNumber: BigInt(height) });
    chain.dispose();
  });
});
