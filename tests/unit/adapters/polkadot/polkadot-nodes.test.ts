import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PolkadotNodes } from '../../../../adapters/polkadot/sdk/polkadot-nodes.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import type { Network } from '../../../../domain/network/network.js';
import { codeOf, flushPromises, neverAborted } from '../../../../testing/contracts/test-api.js';
import { JsonRpcClient, type NodeMode } from '../support/json-rpc-node.js';
import { polkadotNetwork, SANDBOX_CHAIN } from '../support/polkadot-networks.js';

describe('PolkadotNodes', () => {
  let node: JsonRpcClient;
  let clock: FakeClock;
  let nodes: PolkadotNodes;

  beforeEach(async () => {
    node = await JsonRpcClient.start();
    clock = new FakeClock();
    nodes = new PolkadotNodes(clock);
  });
  afterEach(() => nodes.dispose());

  const network = (url = node.url): Network => ({
    ...polkadotNetwork(SANDBOX_CHAIN),
    rpcUrls: { default: { http: [url] }, chainDefault: { http: [] } },
  });
  const read = (on = network()): Promise<string> =>
    codeOf(nodes.read(on, 'state_getStorage', neverAborted(), (api) => api.rpc.system.chain()));

  it.each<readonly [string, NodeMode]>([
    ['an error', { rpcError: -32_000 }],
    ['HTTP 503', { status: 503 }],
    ['HTML', 'nonsense'],
    ['an empty body', { body: '' }],
  ])('rejects when a node returns %s', async (_, mode) => {
    node.mode = mode;
    expect(await read()).toBe('network/rpc-failed');
  });

  it('rejects when a node is unreachable', async () => {
    expect(await read(network('http://127.0.0.1:1'))).toBe('network/rpc-failed');
  });

  it('times out after ten seconds', async () => {
    node.mode = 'silent';
    const reading = read();
    while (node.requests.length === 0) await flushPromises();
    await clock.run(10_000);
    expect(await reading).toBe('network/timeout');
    expect(clock.pending).toBe(0);
  });
});
