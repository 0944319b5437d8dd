import { LazyPart } from '../../application/shared/lazy-part.js';
import { loadPart } from '../../application/shared/load-part.js';
import type { EvmServices, ServicesParts } from './evm-services.js';

/** The services of the chain, whose code comes with the first call. A failed load is tried again by the next one. */
export const lazyServices = (parts: ServicesParts): EvmServices => {
  const { get: load } = new LazyPart(async () => {
    const { Eip155Services } = await loadPart('the services of EVM chains', () => import('./eip155-services.js'));
    return new Eip155Services(parts);
  });
  return {
    getAssetBalances: async (request, signal) => (await load()).getAssetBalances(request, signal),
    getBalances: async (request, signal) => (await load()).getBalances(request, signal),
    getCoinBalances: async (request, signal) => (await load()).getCoinBalances(request, signal),
    estimateFees: async (request, signal) => (await load()).estimateFees(request, signal),
    verifyMessage: async (request, signal) => (await load()).verifyMessage(request, signal),
    judgeSignature: async (request, signal) => (await load()).judgeSignature(request, signal),
    names: {
      resolve: async (request, signal) => (await load()).names.resolve(request, signal),
      lookUp: async (request, signal) => (await load()).names.lookUp(request, signal),
      avatar: async (request, signal) => (await load()).names.avatar(request, signal),
    },
  };
};
