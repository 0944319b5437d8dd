import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PolkadotNodes } from '../../../../adapters/polkadot/sdk/polkadot-nodes.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import type { Network } from '../../../../domain/network/network.js';
import { codeOf, patient, settled } from '../../../../testing/contracts/test-api.js';
import { JsonRpcNode, type NodeMode } from '../support/json-rpc-node.js';
import { polkadotNetwork, SANDBOX_CHAIN } from '../support/polkadot-networks.js';

describe('Polkadot nodes with faults', () => {
  let node: JsonRpcNode;
  let clock: FakeClock;
  let nodes: PolkadotNodes;

  beforeEach(async () => {
    node = await JsonRpcNode.start();
    clock = new FakeClock();
    nodes = new PolkadotNodes(clock);
  });
  afterEach(() => nodes.dispose());

  const network = (url = node.url): Network => ({
    ...polkadotNetwork(SANDBOX_CHAIN),
    rpcUrls: { default: { http: [url] }, chainDefault: { http: [] } },
  });
  const read = (where = network()): Promise<string> =>
    codeOf(nodes.read(where, 'state_getStorage', patient(), (api) => api.rpc.system.chain()));

  it.each<readonly [string, NodeMode]>([
    ['an error', { rpcError: -32_000 }],
    ['a status', { status: 503 }],
    ['HTML', 'nonsense'],
    ['nothing', { body: '' }],
  ])('end with a typed error when one answers %s', async (_, mode) => {
    node.mode = mode;
    expect(await read()).toBe('network/rpc-failed');
  });

  it('end with a typed error when nobody is there', async () => {
    expect(await read(network('http://127.0.0.1:1'))).toBe('network/rpc-failed');
  });

  it('are given ten seconds each', async () => {
    node.mode = 'silent';
    const reading = read();
    while (node.requests.length === 0) await settled();
    await clock.run(10_000);
    expect(await reading).toBe('network/timeout');
    expect(clock.pending).toBe(0);
  });
});
