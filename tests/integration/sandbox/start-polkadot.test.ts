import { type RunningPolkadot, startPolkadot } from '@latchkey/sandbox';
import { ApiPromise, Keyring, type SubmittableResult, WsProvider } from '@polkadot/api';
import type { ApiOptions } from '@polkadot/api/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const CAROL = '5FLSigC9HGRKVhB9FiEo4Y3koPsNmBmLJbpXg2mp1hXcS59Y';

describe('startPolkadot', () => {
  let polkadot: RunningPolkadot;
  let api: ApiPromise;

  beforeAll(async () => {
    polkadot = await startPolkadot();
    // Its types were not written for exact optional properties.
    const provider = new WsProvider(polkadot.webSocketUrl) as ApiOptions['provider'];
    api = await ApiPromise.create({ ...(provider && { provider }), noInitWarn: true });
  });

  afterAll(() => polkadot.stop());

  const freeOf = async (address: string): Promise<bigint> => {
    const account = await api.query['system']?.['account']?.(address);
    const { data } = Object(account?.toJSON());
    return BigInt(data.free);
  };

  it('is a node on loopback whose genesis is that of its chain, with people who have coins', async () => {
    expect(new URL(polkadot.rpcUrl).hostname).toBe('127.0.0.1');
    expect(`polkadot:${api.genesisHash.toHex().slice(2, 34)}`).toBe(polkadot.chainId);
    expect(api.registry.chainSS58).toBe(polkadot.ss58Prefix);
    expect([api.registry.chainTokens, api.registry.chainDecimals]).toEqual([['DOT'], [10]]);
    const people = new Keyring({ type: 'sr25519' });
    for (const name of ['//Alice', '//Bob']) expect(await freeOf(people.addFromUri(name).address)).toBe(10n ** 18n);
  });

  it('carries a signed transfer out, up to finality, and refuses one that nobody can pay for', async () => {
    const people = new Keyring({ type: 'sr25519' });
    const [alice, eve] = [people.addFromUri('//Alice'), people.addFromUri('//Eve')];
    await polkadot.fund(CAROL, 10n ** 12n);
    const transfer = api.tx['balances']?.['transferKeepAlive']?.(CAROL, 10n ** 10n);
    const last = await new Promise<Pick<SubmittableResult, 'dispatchError'>>((resolve, reject) => {
      transfer
        ?.signAndSend(alice, (result) => {
          if (result.status.isFinalized) resolve(result);
        })
        .catch(reject);
    });
    expect(last.dispatchError).toBeUndefined();
    expect(await freeOf(CAROL)).toBe(10n ** 12n + 10n ** 10n);
    await expect(api.tx['balances']?.['transferKeepAlive']?.(CAROL, 1n).signAndSend(eve)).rejects.toThrow(/payment/);
  });

  it('says so when a port is taken, and closes its own when it stops', async () => {
    await expect(startPolkadot({ port: Number(new URL(polkadot.rpcUrl).port) })).rejects.toThrow(/EADDRINUSE/);
    await api.disconnect();
    await polkadot.stop();
    await expect(fetch(polkadot.rpcUrl)).rejects.toThrow();
  });
});
