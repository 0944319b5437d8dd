import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { ALICE, BOB } from '../support/networks.js';
import { allowed, heardProvider, MAINNET, POLYGON, providerOn } from '../support/remote-provider-world.js';

describe('a wallet elsewhere as an EIP-1193 provider, heard', () => {
  it.each([['0x89'], [137], ['137'], ['eip155:137']])('follows it to the chain that it names as %j', async (data) => {
    const { remote, said, ask } = heardProvider();
    remote.emit(MAINNET, 'chainChanged', data);
    expect(said).toEqual([['chainChanged', '0x89']]);
    expect(await ask('eth_chainId')).toBe('0x89');
  });

  it('follows it to the chain of the event where it names none', () => {
    const { remote, said } = heardProvider();
    remote.emit(POLYGON, 'chainChanged', { garbage: true });
    expect(said).toEqual([['chainChanged', '0x89']]);
  });

  it('does not follow it to a chain on which it shares nothing', () => {
    const { remote, said } = heardProvider();
    remote.emit(MAINNET, 'chainChanged', '0x2105');
    expect(said).toEqual([]);
  });

  it.each([
    ['addresses', [BOB, ALICE]],
    ['accounts with their chain', [`eip155:1:${BOB}`]],
    ['addresses in lower case', [BOB.toLowerCase()]],
  ])('puts the account first that it names first: %s', async (_, data) => {
    const { remote, said, ask } = heardProvider();
    remote.emit(MAINNET, 'accountsChanged', data);
    expect(said).toEqual([['accountsChanged', [BOB, ALICE]]]);
    expect(await ask('eth_accounts')).toEqual([BOB, ALICE]);
  });

  it.each([[['0x2222222222222222222222222222222222222222']], ['garbage'], [null], [[1, {}]]])(
    'shows no account that the session does not share: %j',
    async (data) => {
      const { remote, said, ask } = heardProvider();
      remote.emit(MAINNET, 'accountsChanged', data);
      expect(said).toEqual([]);
      expect(await ask('eth_accounts')).toEqual([ALICE, BOB]);
    },
  );

  it('tells what else it says as a message', () => {
    const { remote, said } = heardProvider();
    remote.emit(MAINNET, 'custom', { any: 'thing' });
    expect(said).toEqual([['message', { type: 'custom', data: { any: 'thing' } }]]);
  });

  it('ignores what it says of another namespace', () => {
    const { remote, said } = heardProvider();
    remote.emit(toChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'), 'accountsChanged', [BOB]);
    expect(said).toEqual([]);
  });

  it('names the accounts when it shares others, once, and nothing when it shares the same', () => {
    const { remote, said } = heardProvider();
    remote.allow(allowed([`1:${BOB}`, `137:${BOB}`]));
    remote.allow(allowed([`1:${BOB}`, `137:${BOB}`], ['eth_sendTransaction']));
    expect(said).toEqual([['accountsChanged', [BOB]]]);
  });

  it('leaves a chain that is not shared any more for one that is', async () => {
    const { remote, said, ask } = heardProvider();
    remote.allow(allowed([`137:${BOB}`]));
    expect(said).toEqual([
      ['chainChanged', '0x89'],
      ['accountsChanged', [BOB]],
    ]);
    expect(await ask('eth_chainId')).toBe('0x89');
  });

  it('says that it is gone when the session ends', async () => {
    const { remote, said, ask } = heardProvider();
    remote.end('expired');
    expect(said).toEqual([
      ['accountsChanged', []],
      ['disconnect', expect.objectContaining({ code: 4900 })],
    ]);
    await expect(ask('personal_sign')).rejects.toMatchObject({ code: 'wallet-protocol/user-disconnected' });
  });

  it('listens to the wallet while somebody listens here, and not longer', () => {
    const { remote, provider, said, listeners, listen } = providerOn();
    expect(remote.heard).toBe(false);
    listen();
    listen();
    expect(remote.heard).toBe(true);
    const [[first, firstListener], ...others] = listeners as [(typeof listeners)[0], ...typeof listeners];
    for (const [event, listener] of others) provider.removeListener(event, listener);
    expect(remote.heard).toBe(true);
    remote.emit(MAINNET, 'accountsChanged', [BOB]);
    // A listener that was added twice is told once.
    expect(said).toEqual([[first, [BOB, ALICE]]]);
    provider.removeListener('unheard', firstListener);
    provider.removeListener(first, firstListener);
    expect(remote.heard).toBe(false);
    listen();
    expect(remote.heard).toBe(true);
  });

  it('tells every listener that was there, also when one leaves meanwhile', () => {
    const { remote, provider } = providerOn();
    const told: string[] = [];
    const once = (): void => {
      told.push('first');
      provider.removeListener('accountsChanged', once);
    };
    provider.on('accountsChanged', once);
    provider.on('accountsChanged', () => told.push('second'));
    remote.emit(MAINNET, 'accountsChanged', [BOB]);
    remote.emit(MAINNET, 'accountsChanged', [ALICE]);
    expect(told).toEqual(['first', 'second', 'second']);
  });
});
