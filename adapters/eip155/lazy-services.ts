import type { ChainServices } from '../../application/ports/chain-services.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { loadPart } from '../../application/shared/load-part.js';
import type { Eip155Reader } from './viem/eip155-reader.js';

/** What EVM chains know of what chains may know: a balance there has no parts. */
export type EvmServices = Omit<ChainServices, 'getBalanceParts'>;

/** What the services work with. */
export interface ServicesParts {
  readonly clock: Clock;
  /** Loads what reads from nodes. */
  readonly reader: () => Promise<Eip155Reader>;
}

/** The services of the chain, whose code comes with the first call. A failed load is tried again by the next one. */
export const lazyServices = (parts: ServicesParts): EvmServices => {
  let loading: Promise<EvmServices> | undefined;
  const load = (): Promise<EvmServices> => {
    const loaded =
      loading ??
      loadPart('the services of EVM chains', () => import('./eip155-services.js')).then(({ Eip155Services }) => new Eip155Services(parts));
    loading = loaded;
    loaded.catch(() => {
      loading = undefined;
    });
    return loaded;
  };
  return {
    getAssetBalances: async (request, signal) => (await load()).getAssetBalances(request, signal),
    estimateFees: async (request, signal) => (await load()).estimateFees(request, signal),
    verifyMessage: async (request, signal) => (await load()).verifyMessage(request, signal),
    names: {
      resolve: async (request, signal) => (await load()).names.resolve(request, signal),
      lookUp: async (request, signal) => (await load()).names.lookUp(request, signal),
      avatar: async (request, signal) => (await load()).names.avatar(request, signal),
    },
  };
};
