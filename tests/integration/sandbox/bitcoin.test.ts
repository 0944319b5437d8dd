import { createWallet, type RunningBitcoin, startBitcoin } from '@latchkey/sandbox';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base64 } from '@scure/base';
import { Verifier } from 'bip322-js';
import { networks, Psbt, Transaction } from 'bitcoinjs-lib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bip122TestKey, bip122TestKey } from '../../../testing/wallets/bip122-keys.js';
import { extractTestTransaction, signTestPsbt } from '../../../testing/wallets/bip122-signing.js';
import { TestSite, UNREACHABLE_URL } from '../../unit/sandbox/wallet/support/test-site.js';

let bitcoin: RunningBitcoin;
beforeAll(async () => {
  bitcoin = await startBitcoin();
});
afterAll(() => bitcoin.stop());

const get = async (path: string): Promise<{ readonly status: number; readonly body: unknown }> => {
  const response = await fetch(`${bitcoin.esploraUrl}${path}`);
  const text = await response.text();
  const isJson = response.headers.get('content-type') === 'application/json';
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
};
const post = async (hex: string): Promise<{ readonly status: number; readonly body: string }> => {
  const response = await fetch(`${bitcoin.esploraUrl}/tx`, { method: 'POST', body: hex });
  return { status: response.status, body: await response.text() };
};

interface Utxo {
  readonly txid: string;
  readonly vout: number;
  readonly value: number;
  readonly status: { readonly confirmed: boolean };
}

const utxosOf = async (key: Bip122TestKey): Promise<readonly Utxo[]> =>
  (await get(`/address/${key.addressOn('regtest')}/utxo`)).body as readonly Utxo[];

/** A signed transaction that spends one output, by default back to its owner, replaceable and less a fee of 500 satoshi. */
const spend = (
  { txid, vout, value }: Utxo,
  key: Bip122TestKey,
  to: Uint8Array = key.script,
  { fee = 500, sequence = 0xfffffffd } = {},
): string => {
  const psbt = new Psbt({ network: networks.regtest });
  psbt.addInput({ hash: txid, index: vout, sequence, witnessUtxo: { script: key.script, value: BigInt(value) } });
  psbt.addOutput({ script: to, value: BigInt(value - fee) });
  psbt.signInput(0, {
    publicKey: key.publicKey,
    sign: (hash) => secp256k1.sign(hash, key.secret, { prehash: false, lowS: true }),
  });
  psbt.finalizeAllInputs();
  return psbt.extractTransaction().toHex();
};

describe('startBitcoin', () => {
  const alice = bip122TestKey('p2wpkh', 'alice of the node');
  const taproot = bip122TestKey('p2tr', 'taproot of the node');

  it('has the chain id of its genesis block', async () => {
    expect(bitcoin.chainId).toBe('bip122:0f9188f13cb7b2c71f2a335e3a4fc328');
    expect((await get('/block-height/0')).body).toBe('0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206');
    expect((await get('/blocks/tip/height')).body).toBe('432');
  });

  it('funds an address, mines, and reports both', async () => {
    const address = alice.addressOn('regtest');
    const id = await bitcoin.fund(address, 100_000);
    expect((await get(`/tx/${id}/status`)).body).toEqual({ confirmed: false });
    expect(await utxosOf(alice)).toMatchObject([{ txid: id, value: 100_000, status: { confirmed: false } }]);
    const height = await bitcoin.mine();
    expect((await get(`/tx/${id}/status`)).body).toMatchObject({ confirmed: true, block_height: height });
    expect((await get(`/address/${address}`)).body).toMatchObject({
      chain_stats: { funded_txo_sum: 100_000 },
      mempool_stats: { tx_count: 0 },
    });
    expect((await get(`/address/${address}/txs`)).body).toMatchObject([{ txid: id, fee: 500 }]);
    expect((await get(`/tx/${id}/hex`)).body).toMatch(/^[0-9a-f]+$/);
  });

  it('accepts a signed transaction once, and rejects double spends, invalid signatures and invalid data', async () => {
    const [coin] = await utxosOf(alice);
    if (coin === undefined) throw new Error('Nothing to spend');
    const first = spend(coin, alice);
    const tampered = `${first.slice(0, -120)}${first.slice(-120).replace(/[0-9a-f]/, (digit) => (digit === '0' ? '1' : '0'))}`;
    expect((await post(tampered)).body).toMatch(/"code":-2[56]/);
    const sent = await post(first);
    expect(sent).toMatchObject({ status: 200 });
    expect((await post(spend(coin, alice, taproot.script))).body).toBe(
      'sendrawtransaction RPC error: {"code":-26,"message":"insufficient fee, rejecting replacement"}',
    );
    expect((await post(first)).body).toContain('txn-already-in-mempool');
    expect((await post('zz')).body).toContain('TX decode failed');
    expect((await get(`/tx/${coin.txid}/outspend/${coin.vout}`)).body).toMatchObject({ spent: true, txid: sent.body });
    await bitcoin.mine();
    expect((await post(spend(coin, alice, taproot.script))).body).toContain('bad-txns-inputs-missingorspent');
  });

  it('validates taproot spends', async () => {
    await bitcoin.fund(taproot.addressOn('regtest'), 70_000);
    await bitcoin.mine();
    const coin = (await utxosOf(taproot)).find(({ value }) => value === 70_000);
    if (coin === undefined) throw new Error('Nothing to spend');
    const unsigned = new Psbt({ network: networks.regtest });
    unsigned.addInput({
      hash: coin.txid,
      index: coin.vout,
      witnessUtxo: { script: taproot.script, value: 70_000n },
      tapInternalKey: taproot.publicKey.subarray(1),
    });
    unsigned.addOutput({ script: alice.script, value: 69_000n });
    const signed = await signTestPsbt(unsigned.toBase64(), [taproot]);
    unsigned.updateInput(0, { tapKeySig: new Uint8Array(64).fill(1) });
    expect((await post((await extractTestTransaction(unsigned.toBase64())).hex)).status).toBe(400);
    expect((await post((await extractTestTransaction(signed)).hex)).status).toBe(200);
  });

  it('rejects addresses of other networks, mistyped addresses and unknown paths', async () => {
    for (const address of [alice.addressOn('main'), `${alice.addressOn('regtest').slice(0, -1)}q`, 'nobody'])
      expect(await get(`/address/${address}/utxo`)).toEqual({ status: 400, body: 'Invalid Bitcoin address' });
    expect(await get('/nothing')).toMatchObject({ status: 404 });
    expect(await get(`/tx/${'e'.repeat(64)}`)).toMatchObject({ status: 404 });
  });
});

/** An address that does not belong to the wallet. */
const FOREIGN_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

interface Address {
  readonly address: string;
  readonly publicKey: string;
}

describe('the wallet on Bitcoin', () => {
  let site: TestSite;
  let addresses: readonly Address[];

  const send: TestSite['request'] = (...request) => site.request(...request);
  const read = async (path: string): Promise<string> => (await fetch(`${bitcoin.esploraUrl}${path}`)).text();
  const unspent = async (address: string): Promise<number> =>
    JSON.parse(await read(`/address/${address}/utxo`)).reduce((sum: number, { value }: { value: number }) => sum + value, 0);
  const addressOf = (index: number): string => addresses[index]?.address ?? '';

  beforeEach(async () => {
    site = new TestSite(createWallet({ 1: UNREACHABLE_URL }, { bip122: { chainId: bitcoin.chainId, url: bitcoin.esploraUrl } }));
    await send('bip122_connect', {});
    addresses = site.provider.state?.others.bip122?.accounts ?? [];
  });

  it('shares four types of addresses, the payment address first', async () => {
    expect(addresses.map(({ address }) => address.replace(/^(bcrt1.|.).*/, '$1'))).toEqual([
      'bcrt1q',
      'bcrt1p',
      '2',
      expect.stringMatching(/[mn]/),
    ]);
    expect((await send('getAccountAddresses', { intentions: ['ordinal'] })).result).toMatchObject([
      { address: addressOf(1), intention: 'ordinal' },
    ]);
  });

  it.each([
    [0, 'ecdsa'],
    [0, 'bip322'],
    [1, 'bip322'],
    [2, 'ecdsa'],
    [2, 'bip322'],
    [3, 'ecdsa'],
  ])('signs messages with address %i by %s', async (index, protocol) => {
    const { result, facts } = await send('signMessage', { account: addressOf(index), message: 'hello', protocol });
    expect(facts).toContain('Message: hello');
    const signature = base64.encode(Buffer.from(result['signature'] ?? '', 'hex'));
    expect(Verifier.verifySignature(addressOf(index), 'hello', signature)).toBe(true);
    expect(Verifier.verifySignature(addressOf(index), 'hullo', signature)).toBe(false);
  });

  it.each([0, 2, 3])('sends from address %i, and returns the change address', async (index) => {
    await bitcoin.fund(addressOf(index), 100_000);
    await bitcoin.mine();
    const [before, had] = [await unspent(FOREIGN_ADDRESS), await unspent(addressOf(index))];
    const order = { account: addressOf(index), recipientAddress: FOREIGN_ADDRESS, amount: '30000' };
    const { result, facts } = await send('sendTransfer', order);
    expect(facts).toEqual(expect.arrayContaining([`To: ${FOREIGN_ADDRESS}`, 'Amount: 0.0003 BTC', `Change address: ${addressOf(index)}`]));
    await bitcoin.mine();
    expect(JSON.parse(await read(`/tx/${result['txid']}/status`)).confirmed).toBe(true);
    expect(await unspent(FOREIGN_ADDRESS)).toBe(before + 30_000);
    const fee = had - 30_000 - (await unspent(addressOf(index)));
    const { length } = Transaction.fromHex(await read(`/tx/${result['txid']}/hex`)).outs;
    expect([length, fee > 100 && fee < 10_000]).toEqual([2, true]);
    expect((await send('sendTransfer', { ...order, amount: '99999999' })).code).toBe(-32_602);
  });

  it('signs the given inputs of a PSBT, including taproot', async () => {
    const id = await bitcoin.fund(addressOf(1), 50_000);
    await bitcoin.mine();
    const funding = Transaction.fromHex(await read(`/tx/${id}/hex`));
    const index = funding.outs.findIndex(({ value }) => value === 50_000n);
    const output = funding.outs[index];
    if (output === undefined) throw new Error('The output is missing');
    const psbt = new Psbt({ network: networks.regtest });
    psbt.addInput({ hash: id, index, witnessUtxo: output }).addOutput({ address: FOREIGN_ADDRESS, value: 49_000n });
    const request = { account: addressOf(1), psbt: psbt.toBase64(), signInputs: [{ address: addressOf(1), index: 0 }] };
    const other = await send('signPsbt', { ...request, signInputs: [{ address: addressOf(0), index: 0 }] });
    expect(other.code).toBe(4100);
    const signed = await send('signPsbt', request);
    expect(signed.facts).toContain('Fee: 0.00001 BTC');
    expect(Psbt.fromBase64(signed.result['psbt'] ?? '').data.inputs[0]?.tapKeySig).toHaveLength(64);
    expect(signed.result['txid']).toBeUndefined();
    const sent = await send('signPsbt', { ...request, broadcast: true });
    await bitcoin.mine();
    expect(JSON.parse(await read(`/tx/${sent.result['txid']}/status`)).confirmed).toBe(true);
    expect((await send('signPsbt', { ...request, broadcast: true })).code).toBe(-26);
    expect((await send('signPsbt', { ...request, psbt: 'cHNidA==' })).code).toBe(-32_602);
  });
});

describe('replacement by fee', () => {
  const carol = bip122TestKey('p2wpkh', 'carol of the node');

  it('evicts a transaction that allows it, and those that spend it, for a higher fee and rate', async () => {
    await bitcoin.fund(carol.addressOn('regtest'), 100_000);
    await bitcoin.mine();
    const [coin] = (await utxosOf(carol)) as [Utxo];
    const first = await post(spend(coin, carol));
    const [change] = (await utxosOf(carol)) as [Utxo];
    const child = await post(spend(change, carol));
    expect([first.status, child.status]).toEqual([200, 200]);
    expect((await post(spend(coin, carol, carol.script, { fee: 1_000 }))).body).toContain('insufficient fee');
    const second = await post(spend(coin, carol, carol.script, { fee: 2_000 }));
    expect(second.status).toBe(200);
    expect((await get(`/tx/${first.body}/status`)).status).toBe(404);
    expect((await get(`/tx/${child.body}/status`)).status).toBe(404);
    expect((await get(`/tx/${coin.txid}/outspend/${coin.vout}`)).body).toMatchObject({ spent: true, txid: second.body });
    await bitcoin.mine();
    expect((await get(`/tx/${second.body}/status`)).body).toMatchObject({ confirmed: true });
  });

  it('keeps a transaction that does not allow it', async () => {
    const [coin] = (await utxosOf(carol)) as [Utxo];
    const first = await post(spend(coin, carol, carol.script, { sequence: 0xffffffff }));
    expect((await post(spend(coin, carol, carol.script, { fee: 5_000 }))).body).toContain('txn-mempool-conflict');
    expect((await get(`/tx/${first.body}/status`)).body).toEqual({ confirmed: false });
    await bitcoin.mine();
  });
});
