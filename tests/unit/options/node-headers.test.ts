import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { EsploraReader } from '../../../adapters/bip122/esplora/esplora-reader.js';
import { Eip155Reader } from '../../../adapters/eip155/nodes/eip155-reader.js';
import { PolkadotNodes } from '../../../adapters/polkadot/sdk/polkadot-nodes.js';
import { SolanaChain } from '../../../adapters/solana/solana-chain.js';
import { FakeClock } from '../../../application/ports/clock.fake.js';
import { FakeLocks } from '../../../application/ports/locks.fake.js';
import { FakeStorage } from '../../../application/ports/storage.fake.js';
import { esploraUrls } from '../../../domain/network/bitcoin-esplora.js';
import type { Network, NetworkDefinition } from '../../../domain/network/network.js';
import { bitcoin } from '../../../domain/network/networks/bip122.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';
import { polkadot } from '../../../domain/network/networks/polkadot.js';
import { solana } from '../../../domain/network/networks/solana.js';
import { parseOptions } from '../../../domain/options/parse-options.js';
import { codeOf, neverAborted } from '../../../testing/contracts/test-api.js';
import { JsonRpcClient } from '../adapters/support/json-rpc-node.js';
import { ALICE } from '../adapters/support/networks.js';

const KEY = 'a key of the app';

/** Creates a network whose first RPC endpoint needs a key and whose second does not. */
const withKey = (definition: NetworkDefinition, guarded: string, open: string): Network => {
  const [{ caipNetworkId }] = parseOptions({ networks: [definition] }).networks;
  const customRpcUrls = { [caipNetworkId]: [{ url: guarded, config: { headers: { 'x-api-key': KEY } } }, { url: open }] };
  return parseOptions({ networks: [definition], customRpcUrls }).networks[0];
};

const keys = (headers: readonly IncomingHttpHeaders[]): ReadonlySet<unknown> => new Set(headers.map((each) => each['x-api-key']));

describe('headers of a custom RPC endpoint', () => {
  let guarded: JsonRpcClient;
  let open: JsonRpcClient;

  beforeEach(async () => {
    [guarded, open] = await Promise.all([JsonRpcClient.start(), JsonRpcClient.start()]);
  });

  it('are sent to it only, with every EVM request', async () => {
    open.responses.set('eth_getBalance', () => '0x7');
    guarded.mode = { rpcError: -32_000 };
    const reader = new Eip155Reader({ clock: new FakeClock() });
    expect((await reader.getBalance({ address: ALICE, network: withKey(mainnet, guarded.url, open.url) }, neverAborted())).value).toBe(7n);
    reader.dispose();
    expect([keys(guarded.headers), keys(open.headers)]).toEqual([new Set([KEY]), new Set([undefined])]);
  });

  it('are sent to it only, with every Solana request', async () => {
    open.responses.set('getGenesisHash', () => `${solana.id}KuQuWL4MX`);
    open.responses.set('getBalance', () => ({ context: { slot: 1 }, value: 7 }));
    guarded.mode = { status: 503 };
    const chain = new SolanaChain({ storage: new FakeStorage(), locks: new FakeLocks(), clock: new FakeClock() });
    const address = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
    expect((await chain.getBalance({ address, network: withKey(solana, guarded.url, open.url) }, neverAborted())).value).toBe(7n);
    chain.dispose();
    expect([keys(guarded.headers), keys(open.headers)]).toEqual([new Set([KEY]), new Set([undefined])]);
  });

  it('are sent to it only, with every Polkadot request', async () => {
    for (const node of [guarded, open]) node.mode = { rpcError: -32_000 };
    const nodes = new PolkadotNodes(new FakeClock());
    const definition = { ...polkadot, rpcUrls: { default: { http: [open.url] } } };
    const network = withKey(definition, guarded.url, open.url);
    expect(await codeOf(nodes.read(network, 'state_getStorage', neverAborted(), (api) => api.rpc.system.chain()))).toBe(
      'network/rpc-failed',
    );
    nodes.dispose();
    expect([keys(guarded.headers), keys(open.headers)]).toEqual([new Set([KEY]), new Set([undefined])]);
  });

  it('are sent to an Esplora service, which is used before those without headers', async () => {
    const headers: IncomingHttpHeaders[] = [];
    const server = createServer((request, response) => {
      headers.push(request.headers);
      response.end(request.url === '/api/block-height/0' ? '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f' : '[]');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A listening TCP server has an AddressInfo.
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`;
    const reader = new EsploraReader({ clock: new FakeClock(), esplora: (of) => esploraUrls(of, {}), confirmations: 1 });
    const network = withKey(bitcoin, url, open.url);
    expect((await reader.getBalance({ address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', network }, neverAborted())).value).toBe(0n);
    reader.dispose();
    server.close();
    server.closeAllConnections();
    expect([headers.length, keys(headers), open.headers]).toEqual([2, new Set([KEY]), []]);
  });

  it('keep its URL and the key from wallets', () => {
    const { rpcUrls } = withKey(mainnet, 'https://guarded.example', 'https://open.example');
    expect(rpcUrls.chainDefault.http).toEqual(['https://open.example', ...mainnet.rpcUrls.default.http]);
    expect(JSON.stringify(rpcUrls.chainDefault)).not.toContain(KEY);
  });
});
