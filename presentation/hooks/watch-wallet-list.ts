import type { WatchWalletsInput } from '../../application/directory/watch-wallets.use-case.js';
import type { Latchkey } from '../../application/latchkey.js';
import { NO_WALLETS, type WalletListState } from '../../domain/directory/wallet-list-state.js';
import type { Watched } from './use-observable.js';

type Part<Name extends keyof WatchWalletsInput> = WatchWalletsInput[Name];

/** Follows one of the directory's lists. */
export const watchWalletList = (
  client: Latchkey,
  list: NonNullable<Part<'list'>>,
  namespace: Part<'namespace'>,
): Watched<WalletListState> => {
  const { watchWallets } = client.useCases;
  const input = namespace === undefined ? { list } : { list, namespace };
  return { current: () => watchWallets.current(input), changes: watchWallets.execute(input), server: NO_WALLETS };
};
