import { filter, firstValueFrom } from 'rxjs';
import { type FakeClient, WALLET } from '../../../react/hooks/support/fake-client.js';

/** What is read of a token when a wallet is connected and somebody watches; `none` where no token is asked for. */
export const readTokens =
  (asset: string) =>
  async ({ client, chain, clock }: FakeClient): Promise<unknown> => {
    chain.fakeServices.setAsset(asset, { decimals: 18, symbol: 'DAI', name: null });
    await client.connect({ connectorId: WALLET });
    const states$ = client.useCases.watchAssetBalances.execute();
    const watching = states$.subscribe();
    try {
      // The first call of an action brings its code, and the first read of a balance its own.
      await client.load('balances');
      await clock.run(0);
      if (!chain.readCalls.some(({ method }) => method === 'getBalances')) return 'none';
      const { balances } = await firstValueFrom(states$.pipe(filter(({ pending }) => !pending)));
      return balances.map(({ symbol }) => symbol);
    } finally {
      watching.unsubscribe();
    }
  };
