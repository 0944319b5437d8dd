import { beforeEach, describe, expect, it } from 'vitest';
import { EsploraReader } from '../../../../adapters/bip122/esplora/esplora-reader.js';
import { readInputs, readUtxos } from '../../../../adapters/bip122/esplora/esplora-responses.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { esploraUrls } from '../../../../domain/network/bitcoin-esplora.js';
import { codeOf, flushPromises, neverAborted } from '../../../../testing/contracts/test-api.js';
import { bip122TestKey } from '../../../../testing/wallets/bip122-keys.js';
import { bitcoinTestNetwork } from '../../../integration/support/bitcoin-network.js';
import { EsploraService } from '../support/esplora-service.js';
import { abortWhilePending } from '../support/outcomes.js';

const address = bip122TestKey('p2wpkh', 'faults').addressOn('regtest');

let service: EsploraService;
beforeEach(async () => {
  service = await EsploraService.start();
});

const utxo = `/address/${address}/utxo`;
const read = (...urls: readonly string[]) => {
  const clock = new FakeClock();
  const reader = new EsploraReader({ clock, esplora: (network) => esploraUrls(network, {}), confirmations: 1 });
  return {
    clock,
    reader,
    outcome: codeOf(reader.getBalance({ address, network: bitcoinTestNetwork('regtest', ...urls) }, neverAborted())),
  };
};

describe('faulty Esplora service', () => {
  it.each([
    ['HTTP 500', [500, 'oops']],
    ['HTML', [200, '<html></html>']],
    ['an empty body', [200, '']],
    ['another format', [200, '{"value":1}']],
    ['more than the coin supply', [200, `[{"txid":"${'a'.repeat(64)}","vout":0,"value":3e15,"status":{"confirmed":true}}]`]],
  ] as const)('rejects when it returns %s', async (_name, response) => {
    service.responses[utxo] = response;
    expect(await read(service.url).outcome).toBe('network/rpc-failed');
  });

  it('times out after ten seconds', async () => {
    service.responses[utxo] = 'never';
    const { outcome, clock } = read(service.url);
    while (!service.requestedPaths.includes(utxo)) await flushPromises();
    clock.advance(10_000);
    expect(await outcome).toBe('network/timeout');
  });

  it('rejects on abort, also during the genesis check', async () => {
    service.responses['/block-height/0'] = 'never';
    const reader = new EsploraReader({ clock: new FakeClock(), esplora: () => [service.url], confirmations: 1 });
    const request = { address, network: bitcoinTestNetwork('regtest') };
    const untilRequested = async (): Promise<void> => {
      while (service.genesisReads === 0) await flushPromises();
    };
    expect(await abortWhilePending((signal) => reader.getBalance(request, signal), untilRequested)).toBe('aborted');
    reader.dispose();
  });

  it('falls back to the next URL, and rejects a service on another network', async () => {
    service.responses[utxo] = [200, '[]'];
    expect(await read('http://127.0.0.1:1', service.url).outcome).toBe('no error');
    service.responses['/block-height/0'] = [200, '0'.repeat(64)];
    expect(await read(service.url).outcome).toBe('network/wrong-node');
  });

  it('checks the genesis block once', async () => {
    service.responses[utxo] = [200, '[]'];
    const { reader, outcome } = read(service.url);
    expect(await outcome).toBe('no error');
    await reader.getBalance({ address, network: bitcoinTestNetwork('regtest', service.url) }, neverAborted());
    expect([service.genesisReads, service.requestedPaths]).toEqual([1, [utxo, utxo]]);
    reader.dispose();
    expect(await codeOf(reader.getBalance({ address, network: bitcoinTestNetwork('regtest', service.url) }, neverAborted()))).toBe(
      'config/disposed',
    );
  });

  it('reads one balance for any number of assets, and omits unknown ones', async () => {
    service.responses[utxo] = [200, `[{"txid":"${'a'.repeat(64)}","vout":0,"value":7,"status":{"confirmed":false}}]`];
    const { reader, outcome } = read(service.url);
    await outcome;
    service.requestedPaths.length = 0;
    const network = bitcoinTestNetwork('regtest', service.url);
    const assets = [`${network.caipNetworkId}/slip44:0`, `${network.caipNetworkId}/token:x`] as never[];
    expect(await reader.getAssetBalances({ address, assets, network }, neverAborted())).toMatchObject([
      { value: 7n, symbol: 'BTC', decimals: 8 },
    ]);
    expect(service.requestedPaths).toEqual([utxo]);
  });
});

describe('Esplora responses', () => {
  it('reject malformed outputs', () => {
    expect(() => readUtxos([{ txid: 'x', vout: 0, value: 1 }])).toThrow();
    expect(() => readUtxos([{ txid: 'a'.repeat(64), vout: -1, value: 1 }])).toThrow();
  });

  it.each([
    [[0xffff_fffd], true],
    [[0xffff_ffff, 0], true],
    [[0xffff_fffe], false],
    [[0xffff_ffff, 0xffff_fffe], false],
  ])('map the input sequences %j to isReplaceable %j', (sequences, isReplaceable) => {
    const vin = sequences.map((sequence, vout) => ({ txid: 'a'.repeat(64), vout, sequence }));
    const inputs = vin.map(({ txid, vout }) => ({ txid, vout }));
    expect(readInputs({ vin })).toEqual({ inputs, isReplaceable });
  });

  it('reject inputs without a sequence', () => {
    expect(() => readInputs({ vin: [{ txid: 'a'.repeat(64), vout: 0 }] })).toThrow();
    expect(() => readInputs({})).toThrow();
  });
});

describe('esploraUrls', () => {
  it('prefers the network’s URLs, then the endpoint, then a public service', () => {
    const main = bitcoinTestNetwork('main');
    expect(esploraUrls(main, {})).toEqual(['https://mempool.space/api']);
    expect(esploraUrls(main, { endpoint: 'https://a.example/' })).toEqual(['https://a.example']);
    expect(esploraUrls(main, { urls: ['https://b.example'], endpoint: 'https://a.example' })).toEqual([
      'https://b.example',
      'https://a.example',
    ]);
    expect(esploraUrls(bitcoinTestNetwork('regtest'), {})).toEqual([]);
    expect(esploraUrls(bitcoinTestNetwork('regtest', 'http://c.example'), {})).toEqual(['http://c.example']);
  });
});
