import { Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { FakeWalletInit } from '../../../../application/ports/wallet.fake.js';
import { extendNetwork } from '../../../../domain/network/extend-network.js';
import { mainnet } from '../../../../domain/network/networks/eip155.js';
import { solana } from '../../../../domain/network/networks/solana.js';
import { withProperties } from '../../adapters/support/page.js';
import { ADDRESS, record, SOLANA_WALLET, world } from '../support/world.js';

const ids = (connectors: readonly { readonly id: string }[]): readonly string[] => connectors.map(({ id }) => id);
const wallets: readonly FakeWalletInit[] = (['ANNOUNCED', 'INJECTED', 'EXTERNAL', 'WALLET_CONNECT', 'AUTH', 'MULTI_CHAIN'] as const).map(
  (type) => ({ id: type, type }),
);

describe('WatchConnectors', () => {
  it('gives the wallets of all namespaces, or of one', () => {
    const { useCases } = world();
    expect(ids(record(useCases.watchConnectors.execute()).values[0] ?? [])).toEqual(['com.example.wallet', SOLANA_WALLET]);
    expect(ids(record(useCases.watchConnectors.execute({ namespace: 'solana' })).values[0] ?? [])).toEqual([SOLANA_WALLET]);
    expect(useCases.watchConnectors.current({ namespace: 'polkadot' })).toEqual([]);
  });

  it('gives nothing, at once, where no adapter is', () => {
    const { useCases } = world({ withoutAdapters: true });
    expect(record(useCases.watchConnectors.execute()).values).toEqual([[]]);
    expect(useCases.watchConnectors.current()).toEqual([]);
  });

  it('hears of a wallet that announces itself late', () => {
    const { useCases, chain } = world();
    const seen = record(useCases.watchConnectors.execute({ namespace: 'eip155' }));
    chain.announce({ id: 'com.late' });
    expect(seen.values.map(ids)).toEqual([['com.example.wallet'], ['com.example.wallet', 'com.late']]);
  });

  it('follows each chain once for all who watch, and not at all when nobody does', () => {
    const { useCases, chain } = world();
    const wallets$ = chain.connectors$;
    let followers = 0;
    const connectors$ = new Observable((subscriber) => {
      followers += 1;
      subscriber.add(() => {
        followers -= 1;
      });
      subscriber.add(wallets$.subscribe(subscriber));
    });
    withProperties(chain, { connectors$ });
    const { watchConnectors } = useCases;
    const watchers = [record(watchConnectors.execute({ namespace: 'eip155' })), record(watchConnectors.execute({ namespace: 'eip155' }))];
    expect(followers).toBe(1);
    chain.announce({ id: 'com.late' });
    expect(watchers.map(({ values }) => values.map(ids))).toEqual([
      [['com.example.wallet'], ['com.example.wallet', 'com.late']],
      [['com.example.wallet'], ['com.example.wallet', 'com.late']],
    ]);
    for (const watcher of watchers) watcher.cancel();
    expect(followers).toBe(0);
  });

  it.each([
    [{}, ['ANNOUNCED', 'INJECTED', 'EXTERNAL', 'WALLET_CONNECT', 'AUTH', 'MULTI_CHAIN']],
    [{ enableEIP6963: false }, ['INJECTED', 'EXTERNAL', 'WALLET_CONNECT', 'AUTH', 'MULTI_CHAIN']],
    [{ enableInjected: false }, ['ANNOUNCED', 'EXTERNAL', 'WALLET_CONNECT', 'AUTH', 'MULTI_CHAIN']],
    [{ enableWalletConnect: false }, ['ANNOUNCED', 'INJECTED', 'EXTERNAL', 'AUTH', 'MULTI_CHAIN']],
    [{ enableWallets: false }, ['AUTH']],
  ])('offers with %j what the host allows', (options, expected) => {
    const { useCases } = world({ evm: { wallets }, options });
    expect(ids(useCases.watchConnectors.current({ namespace: 'eip155' }))).toEqual(expected);
  });

  it('follows the options while the page runs, and is silent about those that change nothing', () => {
    const { useCases, options } = world({ evm: { wallets } });
    const seen = record(useCases.watchConnectors.execute({ namespace: 'eip155' }));
    options.update({ themeMode: 'light' });
    options.update({ enableWallets: false });
    options.update({ enableWallets: true });
    expect(seen.values.map((connectors) => connectors.length)).toEqual([6, 1, 6]);
  });

  it('gives the wallets of a namespace from the moment it has a network', () => {
    const { useCases, connections } = world({ options: { networks: [mainnet] } });
    const seen = record(useCases.watchConnectors.execute());
    const requested = [extendNetwork(solana, { rpcService: null })] as const;
    connections.dispatch({ type: 'namespace-added', namespace: 'solana', requested });
    expect(seen.values.map(ids)).toEqual([['com.example.wallet'], ['com.example.wallet', SOLANA_WALLET]]);
  });

  it('lists a wallet that is marked as suspicious, with its mark', () => {
    const { useCases } = world({ evm: { wallets: [{ id: 'com.twice', suspicious: true, accounts: [ADDRESS] }] } });
    expect(useCases.watchConnectors.current({ namespace: 'eip155' })).toMatchObject([{ id: 'com.twice', suspicious: true }]);
  });
});
