import { loadPart } from '../../application/shared/load-part.js';
import type { EvmServices, ServicesParts } from './evm-services.js';

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
    getBalances: async (request, signal) => (await load()).getBalances(request, signal),
    estimateFees: async (request, signal) => (await load()).estimateFees(request, signal),
    verifyMessage: async (request, signal) => (await load()).verifyMessage(request, signal),
    names: {
      resolve: async (request, signal) => (await load()).names.resolve(request, signal),
      lookUp: async (request, signal) => (await load()).names.lookUp(request, signal),
      avatar: async (request, signal) => (await load()).names.avatar(request, signal),
    },
  };
};
