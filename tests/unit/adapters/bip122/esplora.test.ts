import { beforeEach, describe, expect, it } from 'vitest';
import { readSpending, readUtxos } from '../../../../adapters/bip122/esplora/esplora-answers.js';
import { EsploraReader } from '../../../../adapters/bip122/esplora/esplora-reader.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { bitcoinEsplora } from '../../../../domain/network/bitcoin-esplora.js';
import { codeOf, patient, settled } from '../../../../testing/contracts/test-api.js';
import { bip122TestKey } from '../../../../testing/wallets/bip122-keys.js';
import { bitcoinTestNetwork } from '../../../integration/support/bitcoin-network.js';
import { EsploraService } from '../support/esplora-service.js';
import { leave } from '../support/outcomes.js';

const address = bip122TestKey('p2wpkh', 'faults').addressOn('regtest');

let service: EsploraService;
beforeEach(async () => {
  service = await EsploraService.start();
});

const utxo = `/address/${address}/utxo`;
const read = (...urls: readonly string[]) => {
  const clock = new FakeClock();
  const reader = new EsploraReader({ clock, esplora: (of) => bitcoinEsplora(of, {}), confirmations: 1 });
  return { clock, reader, outcome: codeOf(reader.getBalance({ address, network: bitcoinTestNetwork('regtest', ...urls) }, patient())) };
};

describe('an Esplora service with faults', () => {
  it.each([
    ['an error', [500, 'oops']],
    ['HTML', [200, '<html></html>']],
    ['nothing', [200, '']],
    ['another shape', [200, '{"value":1}']],
    ['more coins than there are', [200, `[{"txid":"${'a'.repeat(64)}","vout":0,"value":3e15,"status":{"confirmed":true}}]`]],
  ] as const)('ends with a typed error when it answers %s', async (_name, answer) => {
    service.answers[utxo] = answer;
    expect(await read(service.url).outcome).toBe('network/rpc-failed');
  });

  it('is given ten seconds', async () => {
    service.answers[utxo] = 'never';
    const { outcome, clock } = read(service.url);
    while (!service.asked.includes(utxo)) await settled();
    clock.advance(10_000);
    expect(await outcome).toBe('network/timeout');
  });

  it('is left at once by who goes, also before it said which network it serves', async () => {
    service.answers['/block-height/0'] = 'never';
    const reader = new EsploraReader({ clock: new FakeClock(), esplora: () => [service.url], confirmations: 1 });
    const request = { address, network: bitcoinTestNetwork('regtest') };
    const underWay = async (): Promise<void> => {
      while (service.firstBlockReads === 0) await settled();
    };
    expect(await leave((signal) => reader.getBalance(request, signal), underWay)).toBe('left');
    reader.dispose();
  });

  it('is passed over for the next one, also when it serves another network', async () => {
    service.answers[utxo] = [200, '[]'];
    expect(await read('http://127.0.0.1:1', service.url).outcome).toBe('no error');
    service.answers['/block-height/0'] = [200, '0'.repeat(64)];
    expect(await read(service.url).outcome).toBe('network/wrong-node');
  });

  it('is asked for its genesis block once', async () => {
    service.answers[utxo] = [200, '[]'];
    const { reader, outcome } = read(service.url);
    expect(await outcome).toBe('no error');
    await reader.getBalance({ address, network: bitcoinTestNetwork('regtest', service.url) }, patient());
    expect([service.firstBlockReads, service.asked]).toEqual([1, [utxo, utxo]]);
    reader.dispose();
    expect(await codeOf(reader.getBalance({ address, network: bitcoinTestNetwork('regtest', service.url) }, patient()))).toBe(
      'config/disposed',
    );
  });

  it('reads one balance for any number of assets, and leaves out what is none of the chain’s', async () => {
    service.answers[utxo] = [200, `[{"txid":"${'a'.repeat(64)}","vout":0,"value":7,"status":{"confirmed":false}}]`];
    const { reader, outcome } = read(service.url);
    await outcome;
    service.asked.length = 0;
    const network = bitcoinTestNetwork('regtest', service.url);
    const assets = [`${network.caipNetworkId}/slip44:0`, `${network.caipNetworkId}/token:x`] as never[];
    expect(await reader.getAssetBalances({ address, assets, network }, patient())).toMatchObject([
      { value: 7n, symbol: 'BTC', decimals: 8 },
    ]);
    expect(service.asked).toEqual([utxo]);
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
