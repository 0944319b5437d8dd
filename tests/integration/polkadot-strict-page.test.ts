import { beforeAll, expect, it, vi } from 'vitest';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { PolkadotChain } from '../../adapters/polkadot/polkadot-chain.js';
import { FakeLocks } from '../../application/ports/locks.fake.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { neverAborted } from '../../testing/contracts/test-api.js';
import { polkadotNetwork, SANDBOX_CHAIN } from '../unit/adapters/support/polkadot-networks.js';
import { sharedPolkadot } from './support/shared-polkadot.js';

// Simulates a content security policy without 'wasm-unsafe-eval' before the SDK is imported. Node itself needs WebAssembly for fetch.
const rejectedModules = vi.hoisted(() => {
  const { instantiate } = WebAssembly;
  const calls = { count: 0 };
  const reject = (module: BufferSource, imports?: WebAssembly.Imports) => {
    if (imports === undefined || !('wbg' in imports)) return instantiate(module, imports);
    calls.count += 1;
    return Promise.reject(new Error('Blocked by the content security policy'));
  };
  Object.assign(WebAssembly, { instantiate: reject });
  return calls;
});

let rpcUrl: string;
beforeAll(async () => {
  rpcUrl = await sharedPolkadot();
});

it('reads an RPC endpoint without WebAssembly', async () => {
  const chain = new PolkadotChain({
    storage: new FakeStorage(),
    locks: new FakeLocks(),
    clock: SYSTEM_CLOCK,
    originName: 'Tests',
    extensions: [],
  });
  const network = polkadotNetwork(SANDBOX_CHAIN, Number(new URL(rpcUrl).port));
  const { value } = await chain.getBalance({ address: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', network }, neverAborted());
  expect(value).toBeGreaterThan(0n);
  expect(rejectedModules.count).toBeGreaterThan(0);
  chain.dispose();
});
