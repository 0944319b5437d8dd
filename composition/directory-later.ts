import { LazyPart } from '../application/shared/lazy-part.js';
import { loadPart } from '../application/shared/load-part.js';
import { OPTIONS } from '../application/shared/options.store.js';
import { USE_CASES } from '../application/use-cases.js';
import { NO_SEARCH, NO_WALLETS } from '../domain/directory/wallet-list-state.js';
import { LatchkeyError } from '../domain/errors/latchkey-error.js';
import type { Parts } from './container.js';
import { type AnyUseCase, laterUseCase } from './later-use-case.js';
import { toLateModule } from './to-container-module.js';

const PENDING = { status: 'pending', step: 'working' };

/** The use cases of the wallet directory, and what each says until its code is there. */
const BEFORE = {
  watchWallets: NO_WALLETS,
  watchWalletSearch: NO_SEARCH,
  watchWalletImage: null,
  watchRecentWallets: [],
  loadMoreWallets: PENDING,
  findWallet: PENDING,
  excludeWallets: PENDING,
} satisfies Partial<Record<keyof typeof USE_CASES, object | null>>;

/**
 * The use cases of the wallet directory. Their code, with the adapter, is fetched when the first of them is executed, and bound
 * beneath what the host's modules bound of it.
 */
export const directoryLater = (container: Parts): Readonly<Record<string, AnyUseCase>> => {
  const module = new LazyPart(async () => {
    const { directoryModule } = await loadPart('the wallet directory', () => import('./modules/directory.module.js'));
    if (!container.isBound(OPTIONS.id)) throw new LatchkeyError('config/disposed', {});
    container.load(toLateModule(directoryModule()));
  });
  // The keys of the table are names of use cases.
  return Object.fromEntries(
    (Object.keys(BEFORE) as (keyof typeof BEFORE)[]).map((name) => [
      name,
      laterUseCase(async () => {
        await module.get();
        return container.get<AnyUseCase>(USE_CASES[name].id);
      }, BEFORE[name]),
    ]),
  );
};
