import { Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { FakeWalletInit } from '../../../../application/ports/wallet.fake.js';
import { extendNetwork } from '../../../../domain/network/extend-network.js';
import { mainnet } from '../../../../domain/network/networks/eip155.js';
import { solana } from '../../../../domain/network/networks/solana.js';
import { withProperties } from '../../adapters/support/page.js';
import { ADDRESS, clientFixture, record, SOLANA_WALLET } from '../support/client-fixture.js';

const ids = (connectors: readonly { readonly id: string }[]): readonly string[] => connectors.map(({ id }) => id);
const wallets: readonly FakeWalletInit[] = (['ANNOUNCED', 'INJECTED', 'EXTERNAL', 'WALLET_CONNECT', 'AUTH', 'MULTI_CHAIN'] as const).map(
  (type) => ({ id: type, type }),
);

describe('WatchConnectors', () => {
  it('emits the connectors of all namespaces, or of one', () => {
    const { useCases } = clientFixture();
    expect(ids(record(useCases.watchConnectors.execute()).values[0] ?? [])).toEqual(['com.example.wallet', SOLANA_WALLET]);
    expect(ids(record(useCases.watchConnectors.execute({ namespace: 'solana' })).values[0] ?? [])).toEqual([SOLANA_WALLET]);
    expect(useCases.watchConnectors.current({ namespace: 'polkadot' })).toEqual([]);
  });

  it('emits an empty list immediately without adapters', () => {
    const { useCases } = clientFixture({ withoutAdapters: true });
    expect(record(useCases.watchConnectors.execute()).values).toEqual([[]]);
    expect(useCases.watchConnectors.current()).toEqual([]);
  });

  it('emits a wallet that announces itself late', () => {
    const { useCases, chain } = clientFixture();
    const run = record(useCases.watchConnectors.execute({ namespace: 'eip155' }));
    chain.announce({ id: 'com.late' });
    expect(run.values.map(ids)).toEqual([['com.example.wallet'], ['com.example.wallet', 'com.late']]);
  });

  it('subscribes to each chain once for all subscribers, and not without a subscriber', () => {
    const { useCases, chain } = clientFixture();
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
    const runs = [record(watchConnectors.execute({ namespace: 'eip155' })), record(watchConnectors.execute({ namespace: 'eip155' }))];
    expect(followers).toBe(1);
    chain.announce({ id: 'com.late' });
    expect(runs.map(({ values }) => values.map(ids))).toEqual([
      [['com.example.wallet'], ['com.example.wallet', 'com.late']],
      [['com.example.wallet'], ['com.example.wallet', 'com.late']],
    ]);
    for (const run of runs) run.cancel();
    expect(followers).toBe(0);
  });

  it.each([
    [{}, ['ANNOUNCED', 'INJECTED', 'EXTERNAL', 'WALLET_CONNECT', 'AUTH', 'MULTI_CHAIN']],
    [{ enableEIP6963: false }, ['INJECTED', 'EXTERNAL', 'WALLET_CONNECT', 'AUTH', 'MULTI_CHAIN']],
    [{ enableInjected: false }, ['ANNOUNCED', 'EXTERNAL', 'WALLET_CONNECT', 'AUTH', 'MULTI_CHAIN']],
    [{ enableWalletConnect: false }, ['ANNOUNCED', 'INJECTED', 'EXTERNAL', 'AUTH', 'MULTI_CHAIN']],
    [{ enableWallets: false }, ['AUTH']],
  ])('filters connectors by the options %j', (options, expected) => {
    const { useCases } = clientFixture({ evm: { wallets }, options });
    expect(ids(useCases.watchConnectors.current({ namespace: 'eip155' }))).toEqual(expected);
  });

  it('emits on option changes at run time that change the list', () => {
    const { useCases, options } = clientFixture({ evm: { wallets } });
    const run = record(useCases.watchConnectors.execute({ namespace: 'eip155' }));
    options.update({ themeMode: 'light' });
    options.update({ enableWallets: false });
    options.update({ enableWallets: true });
    expect(run.values.map((connectors) => connectors.length)).toEqual([6, 1, 6]);
  });

  it('lists the connectors of a namespace once it has a network', () => {
    const { useCases, connections } = clientFixture({ options: { networks: [mainnet] } });
    const run = record(useCases.watchConnectors.execute());
    const requested = [extendNetwork(solana, { rpcService: null })] as const;
    connections.dispatch({ type: 'namespace-added', namespace: 'solana', networks: requested });
    expect(run.values.map(ids)).toEqual([['com.example.wallet'], ['com.example.wallet', SOLANA_WALLET]]);
  });

  it('lists a suspicious wallet, marked as such', () => {
    const { useCases } = clientFixture({ evm: { wallets: [{ id: 'com.twice', suspicious: true, accounts: [ADDRESS] }] } });
    expect(useCases.watchConnectors.current({ namespace: 'eip155' })).toMatchObject([{ id: 'com.twice', suspicious: true }]);
  });
});
