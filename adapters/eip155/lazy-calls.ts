import type { Eip155Calls } from '../../application/ports/wallet-calls.js';
import { loadPart } from '../../application/shared/load-part.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { Eip155Requests } from './eip155-requests.js';

/** The calls of a session whose code comes with the first of them. */
export const lazyCalls = (requests: Eip155Requests, chainNow: () => ChainId): Eip155Calls => {
  const load = async (): Promise<Eip155Calls> => {
    const { eip155Calls } = await loadPart('the code of batched calls', () => import('./eip155-calls.js'));
    return eip155Calls(requests, chainNow);
  };
  return {
    sendCalls: async (request, signal, late) => (await load()).sendCalls(request, signal, late),
    getCallsStatus: async (request, signal) => (await load()).getCallsStatus(request, signal),
    showCallsStatus: async (request, signal) => (await load()).showCallsStatus(request, signal),
    getCapabilities: async (request, signal) => (await load()).getCapabilities(request, signal),
    getPermissions: async (request, signal) => (await load()).getPermissions(request, signal),
    requestPermissions: async (request, signal) => (await load()).requestPermissions(request, signal),
  };
};
