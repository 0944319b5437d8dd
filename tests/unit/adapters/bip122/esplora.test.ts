import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSpending, readUtxos } from '../../../../adapters/bip122/esplora/esplora-answers.js';
import { EsploraReader } from '../../../../adapters/bip122/esplora/esplora-reader.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { bitcoinEsplora } from '../../../../domain/network/bitcoin-esplora.js';
import { codeOf, patient } from '../../../../testing/contracts/test-api.js';
import { bip122TestKey } from '../../../../testing/wallets/bip122-keys.js';
import { bitcoinTestNetwork } from '../../../integration/support/bitcoin-network.js';

const GENESIS = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';
const address = bip122TestKey('p2wpkh', 'faults').addressOn('regtest');

let server: Server;
let url: string;
let answers: Readonly<Record<string, readonly [status: number, text: string] | 'never'>>;
let asked: string[];

beforeEach(async () => {
  answers = { '/block-height/0': [200, GENESIS] };
  asked = [];
  server = createServer(({ url: path = '' }, response) => {
    asked.push(path);
    const answer = answers[path] ?? [404, 'not found'];
    if (answer !== 'never') response.writeHead(answer[0]).end(answer[1]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening server has one.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

const utxo = `/address/${address}/utxo`;
const read = (
  ...urls: readonly string[]
): { readonly outcome: Promise<string>; readonly clock: FakeClock; readonly reader: EsploraReader } => {
  const clock = new FakeClock();
  const reader = new EsploraReader({ clock, esplora: (of) => bitcoinEsplora(of, {}), confirmations: 1 });
  return { clock, reader, outcome: codeOf(reader.getBalance({ address, network: bitcoinTestNetwork('regtest', ...urls) }, patient())) };
};

describe('an Esplora service with faults', () => {
  it.each([
    ['an error', [500, 'oops'], 'network/rpc-failed'],
    ['HTML', [200, '<html></html>'], 'network/rpc-failed'],
    ['nothing', [200, ''], 'network/rpc-failed'],
    ['another shape', [200, '{"value":1}'], 'network/rpc-failed'],
    [
      'more coins than there are',
      [200, `[{"txid":"${'a'.repeat(64)}","vout":0,"value":3e15,"status":{"confirmed":true}}]`],
      'network/rpc-failed',
    ],
  ] as const)('ends with a typed error when it answers %s', async (_name, answer, code) => {
    answers = { ...answers, [utxo]: answer };
    expect(await read(url).outcome).toBe(code);
  });

  it('is given ten seconds', async () => {
    answers = { ...answers, [utxo]: 'never' };
    const { outcome, clock } = read(url);
    while (!asked.includes(utxo)) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(10_000);
    expect(await outcome).toBe('network/timeout');
  });

  it('is left at once by who goes, also before it said which network it serves', async () => {
    answers = { '/block-height/0': 'never' };
    const controller = new AbortController();
    const reader = new EsploraReader({ clock: new FakeClock(), esplora: () => [url], confirmations: 1 });
    const reading = reader
      .getBalance({ address, network: bitcoinTestNetwork('regtest') }, controller.signal)
      .catch((error: unknown) => error);
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort('stop');
    expect(await reading).toBe('stop');
    reader.dispose();
  });

  it('is passed over for the next one, also when it serves another network', async () => {
    answers = { ...answers, [utxo]: [200, '[]'] };
    expect(await read('http://127.0.0.1:1', url).outcome).toBe('no error');
    answers = { ...answers, '/block-height/0': [200, '0'.repeat(64)] };
    expect(await read(url).outcome).toBe('network/wrong-node');
  });

  it('is asked for its genesis block once', async () => {
    answers = { ...answers, [utxo]: [200, '[]'] };
    const { reader, outcome } = read(url);
    expect(await outcome).toBe('no error');
    await reader.getBalance({ address, network: bitcoinTestNetwork('regtest', url) }, patient());
    expect(asked).toEqual(['/block-height/0', utxo, utxo]);
    reader.dispose();
    expect(await codeOf(reader.getBalance({ address, network: bitcoinTestNetwork('regtest', url) }, patient()))).toBe('config/disposed');
  });

  it('reads one balance for any number of assets, and leaves out what is none of the chain’s', async () => {
    answers = { ...answers, [utxo]: [200, `[{"txid":"${'a'.repeat(64)}","vout":0,"value":7,"status":{"confirmed":false}}]`] };
    const { reader, outcome } = read(url);
    await outcome;
    asked = [];
    const network = bitcoinTestNetwork('regtest', url);
    const assets = [`${network.caipNetworkId}/slip44:0`, `${network.caipNetworkId}/token:x`] as never[];
    expect(await reader.getAssetBalances({ address, assets, network }, patient())).toMatchObject([
      { value: 7n, symbol: 'BTC', decimals: 8 },
    ]);
    expect(asked).toEqual([utxo]);
  });
});

describe('answers of Esplora', () => {
  it('name coins by id and place', () => {
    expect(() => readUtxos([{ txid: 'x', vout: 0, value: 1 }])).toThrow();
    expect(() => readUtxos([{ txid: 'a'.repeat(64), vout: -1, value: 1 }])).toThrow();
  });

  it.each([
    [[0xffff_fffd], true],
    [[0xffff_ffff, 0], true],
    [[0xffff_fffe], false],
    [[0xffff_ffff, 0xffff_fffe], false],
  ])('say by the sequences %j of its inputs whether a transaction may be replaced: %j', (sequences, isReplaceable) => {
    const vin = sequences.map((sequence, vout) => ({ txid: 'a'.repeat(64), vout, sequence }));
    const inputs = vin.map(({ txid, vout }) => ({ txid, vout }));
    expect(readSpending({ vin })).toEqual({ inputs, isReplaceable });
  });

  it('make no sense where an input has no sequence', () => {
    expect(() => readSpending({ vin: [{ txid: 'a'.repeat(64), vout: 0 }] })).toThrow();
    expect(() => readSpending({})).toThrow();
  });
});

describe('where Bitcoin is read', () => {
  it('is what the host says of the network, then its one service, and only then a public one', () => {
    const main = bitcoinTestNetwork('main');
    expect(bitcoinEsplora(main, {})).toEqual(['https://mempool.space/api']);
    expect(bitcoinEsplora(main, { endpoint: 'https://a.example/' })).toEqual(['https://a.example']);
    expect(bitcoinEsplora(main, { own: ['https://b.example'], endpoint: 'https://a.example' })).toEqual([
      'https://b.example',
      'https://a.example',
    ]);
    expect(bitcoinEsplora(bitcoinTestNetwork('regtest'), {})).toEqual([]);
    expect(bitcoinEsplora(bitcoinTestNetwork('regtest', 'http://c.example'), {})).toEqual(['http://c.example']);
  });
});
