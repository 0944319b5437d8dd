import type { Container } from 'inversify';
import { loadPart } from '../application/shared/load-part.js';
import { OPTIONS } from '../application/shared/options.store.js';
import { USE_CASES } from '../application/use-cases.js';
import { NO_SEARCH, NO_WALLETS } from '../domain/directory/wallet-list-state.js';
import { LatchkeyError } from '../domain/errors/latchkey-error.js';
import { type AnyUseCase, laterUseCase } from './later-use-case.js';
import { toLateModule } from './to-container-module.js';
import type { LatchkeyModule } from './wire.js';

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
 * beneath what the host's modules bound of it. The wallets used last come by themselves: the list needs them before it opens.
 */
export const directoryLater = (container: Container): Readonly<Record<string, AnyUseCase>> => {
  /** Binds a module once its code is there; what does not arrive is fetched again by the next. */
  const once = (part: string, load: () => Promise<LatchkeyModule>, before?: () => Promise<void>): (() => Promise<void>) => {
    let loading: Promise<void> | undefined;
    const bind = async (): Promise<void> => {
      const [module] = await Promise.all([loadPart(part, load), before?.()]);
      if (!container.isBound(OPTIONS.id)) throw new LatchkeyError('config/disposed', {});
      container.load(toLateModule(module));
    };
    return () => {
      loading ??= bind().catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      return loading;
    };
  };
  const recent = once('the wallets used last', async () => (await import('./modules/recent-wallets.module.js')).recentWalletsModule());
  const directory = once('the wallet directory', async () => (await import('./modules/directory.module.js')).directoryModule(), recent);
  // The keys of the table are names of use cases.
  return Object.fromEntries(
    (Object.keys(BEFORE) as (keyof typeof BEFORE)[]).map((name) => [
      name,
      laterUseCase(async () => {
        await (name === 'watchRecentWallets' ? recent : directory)();
        return container.get<AnyUseCase>(USE_CASES[name].id);
      }, BEFORE[name]),
    ]),
  );
};
