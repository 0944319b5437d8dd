import { createWallet, type NamespaceNode, type Sandbox, startPolkadot, startSandbox } from '@latchkey/sandbox';
import { ApiPromise, Keyring, WsProvider } from '@polkadot/api';
import type { ApiOptions } from '@polkadot/api/types';
import { cryptoWaitReady, decodeAddress, encodeAddress, signatureVerify } from '@polkadot/util-crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestSite, UNREACHABLE_URL } from '../../unit/sandbox/wallet/support/test-site.js';

const BOB = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty';
const DOT = 10n ** 10n;

const CHAIN = 'polkadot:45454545454545454545454545454545';

let sandbox: Sandbox;
let api: ApiPromise;

/** Node for reads and broadcasts of the wallet. */
const node = (): NamespaceNode => {
  const { polkadot } = sandbox.nodes;
  if (polkadot === undefined) throw new Error('The sandbox has no Polkadot node');
  return polkadot;
};

beforeAll(async () => {
  [sandbox] = await Promise.all([startSandbox({ namespaces: ['polkadot'] }), cryptoWaitReady()]);
  // Its types do not support exactOptionalPropertyTypes.
  const provider = new WsProvider(sandbox.meta.rpc[CHAIN]) as ApiOptions['provider'];
  api = await ApiPromise.create({ ...(provider && { provider }), noInitWarn: true });
  // Generous, because the node is slow on a busy machine.
}, 180_000);
afterAll(async () => {
  await api.disconnect();
  await sandbox.stop();
});

const free = async (of: string): Promise<bigint> => {
  const account = await api.query['system']?.['account']?.(of);
  // The runtime's representation of an account.
  const { data } = Object(account?.toJSON()) as { readonly data: { readonly free: string } };
  return BigInt(data.free);
};

describe('a sandbox with Polkadot', () => {
  it('has a node on loopback with the genesis of its chain and funded accounts', async () => {
    expect(node().chainId).toBe(CHAIN);
    expect(new URL(node().url).hostname).toBe('127.0.0.1');
    expect(sandbox.meta.rpc[CHAIN]).toMatch(/^ws:\/\/127\.0\.0\.1:/);
    expect(sandbox.pids[CHAIN]).toBeGreaterThan(0);
    expect(`polkadot:${api.genesisHash.toHex().slice(2, 34)}`).toBe(CHAIN);
    expect(api.registry.chainSS58).toBe(2);
    expect([api.registry.chainTokens, api.registry.chainDecimals]).toEqual([['DOT'], [10]]);
    const people = new Keyring({ type: 'sr25519' });
    for (const name of ['//Alice', '//Bob']) expect(await free(people.addFromUri(name).address)).toBe(10n ** 18n);
    const { others } = await sandbox.wallet.state();
    expect(await free(others.polkadot?.[0] ?? '')).toBe(1_000n * DOT);
  });

  it('reports a used port of a node', async () => {
    await expect(startPolkadot({ port: Number(new URL(node().url).port) })).rejects.toThrow(/EADDRINUSE/);
  });
});

describe('the wallet on Polkadot', () => {
  let site: TestSite;
  let address: string;

  const send: TestSite['request'] = (...request) => site.request(...request);

  beforeEach(async () => {
    site = new TestSite(createWallet({ 1: UNREACHABLE_URL }, { polkadot: node() }));
    await send('polkadot_connect', {});
    address = site.provider.state?.others.polkadot?.accounts[0]?.address ?? '';
  });

  it('shares a generic address, and accepts it with any network prefix', async () => {
    expect(encodeAddress(decodeAddress(address), 42)).toBe(address);
    const { code } = await send('polkadot_signMessage', { address: encodeAddress(decodeAddress(address), 0), message: 'hello' });
    expect(code).toBeUndefined();
    expect((await send('polkadot_signMessage', { address: BOB, message: 'hello' })).code).toBe(4100);
    expect((await send('polkadot_signMessage', { address: `${address.slice(0, -1)}1`, message: 'hello' })).code).toBe(-32_602);
  });

  it.each(['hello', '0x68656c6c6f', '<Bytes>hello</Bytes>'])('signs %s wrapped', async (message) => {
    const { result, facts } = await send('polkadot_signMessage', { address, message });
    expect(facts).toContain('Message: <Bytes>hello</Bytes>');
    expect(signatureVerify('<Bytes>hello</Bytes>', result['signature'] ?? '', address)).toMatchObject({ isValid: true, crypto: 'sr25519' });
  });

  it('describes an extrinsic, and signs it so that the chain accepts it', async () => {
    const before = await free(BOB);
    const extrinsic = api.tx['balances']?.['transferKeepAlive']?.(BOB, 3n * DOT);
    if (extrinsic === undefined) throw new Error('The runtime has no transfers');
    let facts: readonly string[] = [];
    const signer = {
      signPayload: async (payload: object) => {
        const response = await send('polkadot_signTransaction', { address, transactionPayload: payload });
        ({ facts } = response);
        return { id: 1, signature: `0x${response.result['signature']?.slice(2) ?? ''}` as const };
      },
    };
    await new Promise<void>((resolve, reject) => {
      extrinsic
        .signAndSend(address, { signer }, ({ status, dispatchError }) => {
          if (dispatchError !== undefined) reject(new Error(dispatchError.toString()));
          else if (status.isFinalized) resolve();
        })
        .catch(reject);
    });
    expect(facts).toContain('Call: balances.transferKeepAlive');
    expect(facts.join('\n')).toContain(encodeAddress(decodeAddress(BOB), 2));
    expect(await free(BOB)).toBe(before + 3n * DOT);
  });

  it('rejects a payload of another chain and an invalid one', async () => {
    const payload = { address, method: '0x00', genesisHash: `0x${'11'.repeat(32)}`, specVersion: '0x1', version: 4 };
    expect((await send('polkadot_signTransaction', { address, transactionPayload: payload })).code).toBe(-32_602);
    const garbage = { ...payload, genesisHash: `0x${'45'.repeat(32)}`, method: '0xffff' };
    expect((await send('polkadot_signTransaction', { address, transactionPayload: garbage })).code).toBe(-32_602);
  });
});

it('stops its node', async () => {
  await api.disconnect();
  await sandbox.stop();
  await expect(fetch(node().url)).rejects.toThrow();
});
