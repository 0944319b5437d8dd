import { beforeAll, expect, it, vi } from 'vitest';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { PolkadotChain } from '../../adapters/polkadot/polkadot-chain.js';
import { patient } from '../../testing/contracts/test-api.js';
import { polkadotNetwork, SANDBOX_CHAIN } from '../unit/adapters/support/polkadot-networks.js';
import { sharedPolkadot } from './support/shared-polkadot.js';

// As where a page's policy does not have 'wasm-unsafe-eval'; before the SDK is imported, for it tries at once. Node itself needs it to fetch.
const refused = vi.hoisted(() => {
  const { instantiate } = WebAssembly;
  const seen = { count: 0 };
  const refuse = (module: BufferSource, imports?: WebAssembly.Imports) => {
    if (imports === undefined || !('wbg' in imports)) return instantiate(module, imports);
    seen.count += 1;
    return Promise.reject(new Error('Refused by the policy'));
  };
  Object.assign(WebAssembly, { instantiate: refuse });
  return seen;
});

let rpcUrl: string;
beforeAll(async () => {
  rpcUrl = await sharedPolkadot();
});

it('reads a node where WebAssembly is refused', async () => {
  const chain = new PolkadotChain({ clock: SYSTEM_CLOCK, originName: 'Tests', extensions: [] });
  const network = polkadotNetwork(SANDBOX_CHAIN, Number(new URL(rpcUrl).port));
  const { value } = await chain.getBalance({ address: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', network }, patient());
  expect(value).toBeGreaterThan(0n);
  expect(refused.count).toBeGreaterThan(0);
  chain.dispose();
});
