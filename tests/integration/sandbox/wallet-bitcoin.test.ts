import { type RunningBitcoin, startBitcoin } from '@latchkey/sandbox';
import { base64 } from '@scure/base';
import { Verifier } from 'bip322-js';
import { networks, Psbt, Transaction } from 'bitcoinjs-lib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WalletAsker } from './support/wallet-asker.js';

/** An address that the wallet does not hold. */
const STRANGER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

interface Address {
  readonly address: string;
  readonly publicKey: string;
}

describe('the wallet on Bitcoin', () => {
  let bitcoin: RunningBitcoin;
  let asker: WalletAsker;
  let addresses: readonly Address[];

  const ask: WalletAsker['ask'] = (...request) => asker.ask(...request);
  const read = async (path: string): Promise<string> => (await fetch(`${bitcoin.esploraUrl}${path}`)).text();
  const unspent = async (address: string): Promise<number> =>
    JSON.parse(await read(`/address/${address}/utxo`)).reduce((sum: number, { value }: { value: number }) => sum + value, 0);
  const addressOf = (index: number): string => addresses[index]?.address ?? '';

  beforeAll(async () => {
    bitcoin = await startBitcoin();
  });
  afterAll(() => bitcoin.stop());
  beforeEach(async () => {
    asker = new WalletAsker({ bip122: { chainId: bitcoin.chainId, url: bitcoin.esploraUrl } });
    await ask('bip122_connect', {});
    addresses = asker.provider.state?.others.bip122?.accounts ?? [];
  });

  it('shares four kinds of addresses, the payment address first', async () => {
    expect(addresses.map(({ address }) => address.replace(/^(bcrt1.|.).*/, '$1'))).toEqual([
      'bcrt1q',
      'bcrt1p',
      '2',
      expect.stringMatching(/[mn]/),
    ]);
    expect((await ask('getAccountAddresses', { intentions: ['ordinal'] })).result).toMatchObject([
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
    const { result, facts } = await ask('signMessage', { account: addressOf(index), message: 'hello', protocol });
    expect(facts).toContain('Message: hello');
    const signature = base64.encode(Buffer.from(result['signature'] ?? '', 'hex'));
    expect(Verifier.verifySignature(addressOf(index), 'hello', signature)).toBe(true);
    expect(Verifier.verifySignature(addressOf(index), 'hullo', signature)).toBe(false);
  });

  it.each([0, 2, 3])('sends from address %i, and says where the change goes', async (index) => {
    await bitcoin.fund(addressOf(index), 100_000);
    await bitcoin.mine();
    const [before, had] = [await unspent(STRANGER), await unspent(addressOf(index))];
    const order = { account: addressOf(index), recipientAddress: STRANGER, amount: '30000' };
    const { result, facts } = await ask('sendTransfer', order);
    expect(facts).toEqual(expect.arrayContaining([`To: ${STRANGER}`, 'Amount: 0.0003 BTC', `Change, back to you: ${addressOf(index)}`]));
    await bitcoin.mine();
    expect(JSON.parse(await read(`/tx/${result['txid']}/status`)).confirmed).toBe(true);
    expect(await unspent(STRANGER)).toBe(before + 30_000);
    const fee = had - 30_000 - (await unspent(addressOf(index)));
    const { length } = Transaction.fromHex(await read(`/tx/${result['txid']}/hex`)).outs;
    expect([length, fee > 100 && fee < 10_000]).toEqual([2, true]);
    expect((await ask('sendTransfer', { ...order, amount: '99999999' })).code).toBe(-32_602);
  });

  it('signs the inputs of a PSBT that it is told, taproot ones too', async () => {
    const id = await bitcoin.fund(addressOf(1), 50_000);
    await bitcoin.mine();
    const funding = Transaction.fromHex(await read(`/tx/${id}/hex`));
    const index = funding.outs.findIndex(({ value }) => value === 50_000n);
    const output = funding.outs[index];
    if (output === undefined) throw new Error('The coin is missing.');
    const psbt = new Psbt({ network: networks.regtest });
    psbt.addInput({ hash: id, index, witnessUtxo: output }).addOutput({ address: STRANGER, value: 49_000n });
    const request = { account: addressOf(1), psbt: psbt.toBase64(), signInputs: [{ address: addressOf(1), index: 0 }] };
    const other = await ask('signPsbt', { ...request, signInputs: [{ address: addressOf(0), index: 0 }] });
    expect(other.code).toBe(4100);
    const signed = await ask('signPsbt', request);
    expect(signed.facts).toContain('Fee: 0.00001 BTC');
    expect(Psbt.fromBase64(signed.result['psbt'] ?? '').data.inputs[0]?.tapKeySig).toHaveLength(64);
    expect(signed.result['txid']).toBeUndefined();
    const sent = await ask('signPsbt', { ...request, broadcast: true });
    await bitcoin.mine();
    expect(JSON.parse(await read(`/tx/${sent.result['txid']}/status`)).confirmed).toBe(true);
    expect((await ask('signPsbt', { ...request, broadcast: true })).code).toBe(-26);
    expect((await ask('signPsbt', { ...request, psbt: 'cHNidA==' })).code).toBe(-32_602);
  });
});
