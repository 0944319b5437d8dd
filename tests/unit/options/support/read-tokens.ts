import { filter, firstValueFrom } from 'rxjs';
import { type FakeClient, WALLET } from '../../../react/hooks/support/fake-client.js';

/** Reads the token symbols of a connected wallet; `none` if no balances were requested. */
export const readTokens =
  (asset: string) =>
  async ({ client, chain, clock }: FakeClient): Promise<unknown> => {
    chain.fakeServices.setAsset(asset, { decimals: 18, symbol: 'DAI', name: null });
    await client.connect({ connectorId: WALLET });
    const states$ = client.useCases.watchAssetBalances.execute();
    const subscription = states$.subscribe();
    try {
      // Loads the code of balances.
      await client.load('balances');
      await clock.run(0);
      if (!chain.readCalls.some(({ method }) => method === 'getBalances')) return 'none';
      const { balances } = await firstValueFrom(states$.pipe(filter(({ pending }) => !pending)));
      return balances?.map(({ symbol }) => symbol);
    } finally {
      subscription.unsubscribe();
    }
  };
