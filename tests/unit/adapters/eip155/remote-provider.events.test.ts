import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { ALICE, BOB } from '../support/networks.js';
import { allowed, listeningProvider, MAINNET, POLYGON, providerOn } from '../support/remote-provider-fixture.js';

describe('RemoteProvider events', () => {
  it.each([['0x89'], [137], ['137'], ['eip155:137']])('switches to the chain that the wallet reports as %j', async (data) => {
    const { remote, emitted, request } = listeningProvider();
    remote.emit(MAINNET, 'chainChanged', data);
    expect(emitted).toEqual([['chainChanged', '0x89']]);
    expect(await request('eth_chainId')).toBe('0x89');
  });

  it('switches to the chain of the event if its data has none', () => {
    const { remote, emitted } = listeningProvider();
    remote.emit(POLYGON, 'chainChanged', { garbage: true });
    expect(emitted).toEqual([['chainChanged', '0x89']]);
  });

  it('does not switch to a chain without shared accounts', () => {
    const { remote, emitted } = listeningProvider();
    remote.emit(MAINNET, 'chainChanged', '0x2105');
    expect(emitted).toEqual([]);
  });

  it.each([
    ['addresses', [BOB, ALICE]],
    ['accounts with their chain', [`eip155:1:${BOB}`]],
    ['addresses in lower case', [BOB.toLowerCase()]],
  ])('moves the first reported account to the front: %s', async (_, data) => {
    const { remote, emitted, request } = listeningProvider();
    remote.emit(MAINNET, 'accountsChanged', data);
    expect(emitted).toEqual([['accountsChanged', [BOB, ALICE]]]);
    expect(await request('eth_accounts')).toEqual([BOB, ALICE]);
  });

  it.each([[['0x2222222222222222222222222222222222222222']], ['garbage'], [null], [[1, {}]]])(
    'exposes no account that the session does not share: %j',
    async (data) => {
      const { remote, emitted, request } = listeningProvider();
      remote.emit(MAINNET, 'accountsChanged', data);
      expect(emitted).toEqual([]);
      expect(await request('eth_accounts')).toEqual([ALICE, BOB]);
    },
  );

  it('emits other events as messages', () => {
    const { remote, emitted } = listeningProvider();
    remote.emit(MAINNET, 'custom', { any: 'thing' });
    expect(emitted).toEqual([['message', { type: 'custom', data: { any: 'thing' } }]]);
  });

  it('ignores events of other namespaces', () => {
    const { remote, emitted } = listeningProvider();
    remote.emit(toChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'), 'accountsChanged', [BOB]);
    expect(emitted).toEqual([]);
  });

  it('emits accountsChanged once when the shared accounts change', () => {
    const { remote, emitted } = listeningProvider();
    remote.allow(allowed([`1:${BOB}`, `137:${BOB}`]));
    remote.allow(allowed([`1:${BOB}`, `137:${BOB}`], ['eth_sendTransaction']));
    expect(emitted).toEqual([['accountsChanged', [BOB]]]);
  });

  it('switches to a shared chain when the current one is no longer shared', async () => {
    const { remote, emitted, request } = listeningProvider();
    remote.allow(allowed([`137:${BOB}`]));
    expect(emitted).toEqual([
      ['chainChanged', '0x89'],
      ['accountsChanged', [BOB]],
    ]);
    expect(await request('eth_chainId')).toBe('0x89');
  });

  it('emits disconnect when the session ends', async () => {
    const { remote, emitted, request } = listeningProvider();
    remote.close('expired');
    expect(emitted).toEqual([
      ['accountsChanged', []],
      ['disconnect', expect.objectContaining({ code: 4900 })],
    ]);
    await expect(request('personal_sign')).rejects.toMatchObject({ code: 'wallet-protocol/user-disconnected' });
  });

  it('subscribes to the session only while it has listeners', () => {
    const { remote, provider, emitted, listeners, listen } = providerOn();
    expect(remote.isObserved).toBe(false);
    listen();
    listen();
    expect(remote.isObserved).toBe(true);
    const [[first, firstListener], ...others] = listeners as [(typeof listeners)[0], ...typeof listeners];
    for (const [event, listener] of others) provider.removeListener(event, listener);
    expect(remote.isObserved).toBe(true);
    remote.emit(MAINNET, 'accountsChanged', [BOB]);
    // A listener added twice is called once.
    expect(emitted).toEqual([[first, [BOB, ALICE]]]);
    provider.removeListener('unknown', firstListener);
    provider.removeListener(first, firstListener);
    expect(remote.isObserved).toBe(false);
    listen();
    expect(remote.isObserved).toBe(true);
  });

  it('calls every listener, also when one removes itself', () => {
    const { remote, provider } = providerOn();
    const calls: string[] = [];
    const once = (): void => {
      calls.push('first');
      provider.removeListener('accountsChanged', once);
    };
    provider.on('accountsChanged', once);
    provider.on('accountsChanged', () => calls.push('second'));
    remote.emit(MAINNET, 'accountsChanged', [BOB]);
    remote.emit(MAINNET, 'accountsChanged', [ALICE]);
    expect(calls).toEqual(['first', 'second', 'second']);
  });
});
