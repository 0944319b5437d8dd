import type { IncomingMessage, ServerResponse } from 'node:http';
import { Psbt, Transaction } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { SendBitcoin } from '../../../../adapters/bip122/bitcoinjs/send-bitcoin.js';
import { Esplora } from '../../../../adapters/bip122/esplora/esplora.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import type { TransactionRequest } from '../../../../application/ports/transaction-request.js';
import { formatAccountId } from '../../../../domain/caip/caip-10.js';
import { codeOf, flushPromises, neverAborted } from '../../../../testing/contracts/test-api.js';
import { type Bip122TestAddressType, type Bip122TestKey, bip122TestKey } from '../../../../testing/wallets/bip122-keys.js';
import { extractTestTransaction, signTestPsbt } from '../../../../testing/wallets/bip122-signing.js';
import { bitcoinTestNetwork } from '../../../integration/support/bitcoin-network.js';
import { EsploraService } from '../support/esplora-service.js';

const TO = bip122TestKey('p2wpkh', 'recipient').addressOn('regtest');

/** A service that accepts transactions. */
class Service extends EsploraService {
  /** Broadcast transactions, in hex. */
  readonly broadcasts: string[] = [];
  /** Maximum number of concurrent requests. */
  maxConcurrent = 0;
  #open = 0;

  static override start(): Promise<Service> {
    return new Service({ '/fee-estimates': [200, '{"1":5}'], '/tx': (body) => Transaction.fromHex(body).getId() }).listen();
  }

  protected override async respond(body: string, response: ServerResponse, request: IncomingMessage): Promise<unknown> {
    this.#open += 1;
    this.maxConcurrent = Math.max(this.maxConcurrent, this.#open);
    response.on('close', () => {
      this.#open -= 1;
    });
    // Lets concurrent requests arrive.
    await flushPromises();
    if (request.method === 'POST') this.broadcasts.push(body);
    return super.respond(body, response, request);
  }
}

/** A transaction that funds a key. */
const coinOf = ({ script }: Bip122TestKey, sats: bigint, spends = 0): Transaction => {
  const transaction = new Transaction();
  transaction.addInput(new Uint8Array(32).fill(7), spends);
  transaction.addOutput(script, sats);
  return transaction;
};

interface Fixture {
  readonly services: readonly Service[];
  readonly key: Bip122TestKey;
  /** PSBTs sent to the wallet, in base64. */
  readonly psbts: string[];
  send(): Promise<string>;
  /** The error code, or `no error`. */
  outcome(): Promise<string>;
}

/** A wallet with coins of 100 000 satoshis each, whose value the services report as `reportedSats`. */
const setUp = async (
  type: Bip122TestAddressType,
  { reportedSats = 100_000, count = 1, coins: coinCount = 1, value = 20_000n } = {},
): Promise<Fixture> => {
  const services = await Promise.all(Array.from({ length: count }, () => Service.start()));
  const key = bip122TestKey(type, 'sender');
  const address = key.addressOn('regtest');
  const coins = Array.from({ length: coinCount }, (_, spends) => coinOf(key, 100_000n, spends));
  const utxos = coins.map((coin) => ({ txid: coin.getId(), vout: 0, value: reportedSats, status: { confirmed: true } }));
  for (const { responses } of services) {
    responses[`/address/${address}/utxo`] = [200, JSON.stringify(utxos)];
    for (const coin of coins) responses[`/tx/${coin.getId()}/hex`] = [200, coin.toHex()];
  }
  const network = bitcoinTestNetwork('regtest', ...services.map(({ url }) => url));
  const sender = new SendBitcoin(new Esplora(new FakeClock(), () => services.map(({ url }) => url)), () => [network]);
  const psbts: string[] = [];
  const request: TransactionRequest = { from: formatAccountId(network.caipNetworkId, address), to: TO, value };
  const publicKey = Buffer.from(key.publicKey).toString('hex');
  const send = () =>
    sender.send(
      {
        request,
        from: { namespace: 'bip122', address, type: 'payment', publicKey },
        signPsbt: async (psbt, inputs) => {
          psbts.push(psbt);
          return signTestPsbt(psbt, [key], { inputs });
        },
      },
      neverAborted(),
    );
  return { services, key, psbts, send, outcome: () => codeOf(send()) };
};

const first = ({ services: [service] }: Fixture): Service => service as Service;

const TYPES: readonly Bip122TestAddressType[] = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'];

describe('service with wrong coin data', () => {
  it.each(TYPES)('does not affect an honest service: %s', async (type) => {
    const fixture = await setUp(type);
    const txid = await fixture.send();
    expect(first(fixture).broadcasts.map((hex) => Transaction.fromHex(hex).getId())).toEqual([txid]);
  });

  // The difference between inputs and outputs is the fee: an understated coin would be lost.
  it.each(['p2pkh', 'p2sh-p2wpkh', 'p2wpkh'] as const)('cannot make the user overpay the fee: %s', async (type) => {
    for (const reportedSats of [30_000, 99_999, 200_000]) {
      const fixture = await setUp(type, { reportedSats });
      expect(await fixture.outcome()).toBe('network/rpc-failed');
      expect([fixture.psbts, first(fixture).broadcasts]).toEqual([[], []]);
    }
  });

  it('cannot substitute the funding transaction', async () => {
    const fixture = await setUp('p2wpkh');
    const coin = coinOf(fixture.key, 100_000n);
    first(fixture).responses[`/tx/${coin.getId()}/hex`] = [200, coinOf(fixture.key, 500_000n).toHex()];
    expect([await fixture.outcome(), fixture.psbts]).toEqual(['network/rpc-failed', []]);
    first(fixture).responses[`/tx/${coin.getId()}/hex`] = [200, '<html></html>'];
    expect([await fixture.outcome(), fixture.psbts]).toEqual(['network/rpc-failed', []]);
  });

  it('cannot list a coin twice', async () => {
    const fixture = await setUp('p2wpkh');
    const path = Object.keys(first(fixture).responses).find((each) => each.endsWith('/utxo')) ?? '';
    const [, list] = first(fixture).responses[path] as readonly [number, string];
    const [utxo] = JSON.parse(list) as readonly object[];
    first(fixture).responses[path] = [200, JSON.stringify([utxo, utxo])];
    expect([await fixture.outcome(), fixture.psbts]).toEqual(['network/rpc-failed', []]);
  });

  it('is read with few concurrent requests, so that none times out', async () => {
    const fixture = await setUp('p2wpkh', { coins: 40, value: 3_900_000n });
    await fixture.send();
    expect(Psbt.fromBase64(fixture.psbts[0] ?? '').inputCount).toBe(40);
    expect(first(fixture).maxConcurrent).toBeLessThanOrEqual(6);
  });

  it('is checked by the wallet too, with the full funding transaction', async () => {
    const fixture = await setUp('p2wpkh');
    await fixture.send();
    const [input] = Psbt.fromBase64(fixture.psbts[0] ?? '').data.inputs;
    expect(input?.nonWitnessUtxo === undefined ? '' : Transaction.fromBuffer(input.nonWitnessUtxo).getId()).toBe(
      coinOf(fixture.key, 100_000n).getId(),
    );
  });

  it.each([
    ['HTTP 400', [400, 'Too many unspent outputs']],
    ['HTTP 404', [404, 'Not Found']],
  ] as const)('rejects when it returns %s', async (_name, response) => {
    const fixture = await setUp('p2wpkh');
    first(fixture).responses[`/address/${fixture.key.addressOn('regtest')}/utxo`] = response;
    expect(await fixture.outcome()).toBe('network/rpc-failed');
  });
});

describe('broadcast', () => {
  it('falls back to the next service when one returns HTML', async () => {
    const fixture = await setUp('p2wpkh', { count: 2 });
    first(fixture).responses['/tx'] = [200, '<html>Welcome to our network</html>'];
    const txid = await fixture.send();
    expect(fixture.services[1]?.broadcasts.map((hex) => Transaction.fromHex(hex).getId())).toEqual([txid]);
  });

  it('resolves when one service drops the connection and the other is on another network', async () => {
    const fixture = await setUp('p2wpkh', { count: 2 });
    first(fixture).responses['/tx'] = 'hang up';
    const other = fixture.services[1] as Service;
    other.responses['/block-height/0'] = [200, '0'.repeat(64)];
    const txid = await fixture.send();
    expect(txid).toBe((await extractTestTransaction(await signTestPsbt(fixture.psbts[0] ?? '', [fixture.key]))).txid);
  });

  it('resolves when one service drops the connection and the other reports spent inputs', async () => {
    const fixture = await setUp('p2wpkh', { count: 2 });
    first(fixture).responses['/tx'] = 'hang up';
    const other = fixture.services[1] as Service;
    other.responses['/tx'] = [400, 'sendrawtransaction RPC error: {"code":-25,"message":"bad-txns-inputs-missingorspent"}'];
    expect(await fixture.outcome()).toBe('no error');
  });

  it('rejects when the only service reports spent inputs', async () => {
    const fixture = await setUp('p2wpkh');
    first(fixture).responses['/tx'] = [400, 'sendrawtransaction RPC error: {"code":-25,"message":"bad-txns-inputs-missingorspent"}'];
    expect(await fixture.outcome()).toBe('send/input-spent');
  });
});
