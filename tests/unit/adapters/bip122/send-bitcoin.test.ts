import type { IncomingMessage, ServerResponse } from 'node:http';
import { Psbt, Transaction } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { SendBitcoin } from '../../../../adapters/bip122/bitcoinjs/send-bitcoin.js';
import { Esplora } from '../../../../adapters/bip122/esplora/esplora.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import type { TransactionRequest } from '../../../../application/ports/transaction-request.js';
import { formatAccountId } from '../../../../domain/caip/caip-10.js';
import { codeOf, patient, settled } from '../../../../testing/contracts/test-api.js';
import { type Bip122TestAddressType, type Bip122TestKey, bip122TestKey } from '../../../../testing/wallets/bip122-keys.js';
import { extractTestTransaction, signTestPsbt } from '../../../../testing/wallets/bip122-signing.js';
import { bitcoinTestNetwork } from '../../../integration/support/bitcoin-network.js';
import { EsploraService } from '../support/esplora-service.js';

const TO = bip122TestKey('p2wpkh', 'recipient').addressOn('regtest');

/** A service that takes transactions. */
class Service extends EsploraService {
  /** Transactions that were given to it, in hex. */
  readonly given: string[] = [];
  /** How many requests were open at once, at the most. */
  most = 0;
  #open = 0;

  static override start(): Promise<Service> {
    return new Service({ '/fee-estimates': [200, '{"1":5}'], '/tx': (body) => Transaction.fromHex(body).getId() }).listen();
  }

  protected override async answer(body: string, response: ServerResponse, request: IncomingMessage): Promise<unknown> {
    this.#open += 1;
    this.most = Math.max(this.most, this.#open);
    response.on('close', () => {
      this.#open -= 1;
    });
    // Others may come meanwhile.
    await settled();
    if (request.method === 'POST') this.given.push(body);
    return super.answer(body, response, request);
  }
}

/** A coin of a key, in a transaction of its own. */
const coinOf = ({ script }: Bip122TestKey, sats: bigint, spends = 0): Transaction => {
  const transaction = new Transaction();
  transaction.addInput(new Uint8Array(32).fill(7), spends);
  transaction.addOutput(script, sats);
  return transaction;
};

interface World {
  readonly services: readonly Service[];
  readonly key: Bip122TestKey;
  /** What the wallet was given, in base64. */
  readonly asked: string[];
  send(): Promise<string>;
  /** How it ended: the code of its error, or `no error`. */
  outcome(): Promise<string>;
}

/** A wallet with coins of 100 000 satoshi each, which so many services say are worth `told`. */
const worldOf = async (
  type: Bip122TestAddressType,
  { told = 100_000, count = 1, coins: held = 1, value = 20_000n } = {},
): Promise<World> => {
  const opened = await Promise.all(Array.from({ length: count }, () => Service.start()));
  const key = bip122TestKey(type, 'sender');
  const address = key.addressOn('regtest');
  const coins = Array.from({ length: held }, (_, spends) => coinOf(key, 100_000n, spends));
  const utxos = coins.map((coin) => ({ txid: coin.getId(), vout: 0, value: told, status: { confirmed: true } }));
  for (const { answers } of opened) {
    answers[`/address/${address}/utxo`] = [200, JSON.stringify(utxos)];
    for (const coin of coins) answers[`/tx/${coin.getId()}/hex`] = [200, coin.toHex()];
  }
  const network = bitcoinTestNetwork('regtest', ...opened.map(({ url }) => url));
  const sender = new SendBitcoin(new Esplora(new FakeClock(), () => opened.map(({ url }) => url)), () => [network]);
  const asked: string[] = [];
  const request: TransactionRequest = { from: formatAccountId(network.caipNetworkId, address), to: TO, value };
  const publicKey = Buffer.from(key.publicKey).toString('hex');
  const send = () =>
    sender.send(
      {
        request,
        from: { namespace: 'bip122', address, type: 'payment', publicKey },
        signPsbt: async (psbt, inputs) => {
          asked.push(psbt);
          return signTestPsbt(psbt, [key], { inputs });
        },
      },
      patient(),
    );
  return { services: opened, key, asked, send, outcome: () => codeOf(send()) };
};

const first = ({ services: [service] }: World): Service => service as Service;

const TYPES: readonly Bip122TestAddressType[] = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'];

describe('a service that lies about the coins', () => {
  it.each(TYPES)('sends with one that tells the truth: %s', async (type) => {
    const world = await worldOf(type);
    const txid = await world.send();
    expect(first(world).given.map((hex) => Transaction.fromHex(hex).getId())).toEqual([txid]);
  });

  // What is not in an output is the fee: a coin that is said to be worth less would be given away.
  it.each(['p2pkh', 'p2sh-p2wpkh', 'p2wpkh'] as const)('has nothing signed that gives the rest of a coin away: %s', async (type) => {
    for (const told of [30_000, 99_999, 200_000]) {
      const world = await worldOf(type, { told });
      expect(await world.outcome()).toBe('network/rpc-failed');
      expect([world.asked, first(world).given]).toEqual([[], []]);
    }
  });

  it('has nothing signed over another transaction than the coin is in', async () => {
    const world = await worldOf('p2wpkh');
    const coin = coinOf(world.key, 100_000n);
    first(world).answers[`/tx/${coin.getId()}/hex`] = [200, coinOf(world.key, 500_000n).toHex()];
    expect([await world.outcome(), world.asked]).toEqual(['network/rpc-failed', []]);
    first(world).answers[`/tx/${coin.getId()}/hex`] = [200, '<html></html>'];
    expect([await world.outcome(), world.asked]).toEqual(['network/rpc-failed', []]);
  });

  it('has nothing signed where a coin is listed twice', async () => {
    const world = await worldOf('p2wpkh');
    const path = Object.keys(first(world).answers).find((each) => each.endsWith('/utxo')) ?? '';
    const [, list] = first(world).answers[path] as readonly [number, string];
    const [utxo] = JSON.parse(list) as readonly object[];
    first(world).answers[path] = [200, JSON.stringify([utxo, utxo])];
    expect([await world.outcome(), world.asked]).toEqual(['network/rpc-failed', []]);
  });

  it('is asked for many coins a few at a time, so that each has its ten seconds', async () => {
    const world = await worldOf('p2wpkh', { coins: 40, value: 3_900_000n });
    await world.send();
    expect(Psbt.fromBase64(world.asked[0] ?? '').inputCount).toBe(40);
    expect(first(world).most).toBeLessThanOrEqual(6);
  });

  it('gives the wallet the whole transaction before, so that it can see the fee for itself', async () => {
    const world = await worldOf('p2wpkh');
    await world.send();
    const [input] = Psbt.fromBase64(world.asked[0] ?? '').data.inputs;
    expect(input?.nonWitnessUtxo === undefined ? '' : Transaction.fromBuffer(input.nonWitnessUtxo).getId()).toBe(
      coinOf(world.key, 100_000n).getId(),
    );
  });

  it.each([
    ['an error', [400, 'Too many unspent outputs']],
    ['that there is nothing', [404, 'Not Found']],
  ] as const)('ends with a typed error when it answers %s', async (_name, answer) => {
    const world = await worldOf('p2wpkh');
    first(world).answers[`/address/${world.key.addressOn('regtest')}/utxo`] = answer;
    expect(await world.outcome()).toBe('network/rpc-failed');
  });
});

describe('a broadcast', () => {
  it('goes to the next service where one answers with a page instead', async () => {
    const world = await worldOf('p2wpkh', { count: 2 });
    first(world).answers['/tx'] = [200, '<html>Welcome to our network</html>'];
    const txid = await world.send();
    expect(world.services[1]?.given.map((hex) => Transaction.fromHex(hex).getId())).toEqual([txid]);
  });

  it('is followed, not reported as failed, where one service hangs up and the other is of another network', async () => {
    const world = await worldOf('p2wpkh', { count: 2 });
    first(world).answers['/tx'] = 'hang up';
    const other = world.services[1] as Service;
    other.answers['/block-height/0'] = [200, '0'.repeat(64)];
    const txid = await world.send();
    expect(txid).toBe((await extractTestTransaction(await signTestPsbt(world.asked[0] ?? '', [world.key]))).txid);
  });

  it('is followed where a service hangs up, and then says that the coins are spent: by it', async () => {
    const world = await worldOf('p2wpkh', { count: 2 });
    first(world).answers['/tx'] = 'hang up';
    const other = world.services[1] as Service;
    other.answers['/tx'] = [400, 'sendrawtransaction RPC error: {"code":-25,"message":"bad-txns-inputs-missingorspent"}'];
    expect(await world.outcome()).toBe('no error');
  });

  it('failed where the only service says that the coins are spent', async () => {
    const world = await worldOf('p2wpkh');
    first(world).answers['/tx'] = [400, 'sendrawtransaction RPC error: {"code":-25,"message":"bad-txns-inputs-missingorspent"}'];
    expect(await world.outcome()).toBe('send/input-spent');
  });
});
