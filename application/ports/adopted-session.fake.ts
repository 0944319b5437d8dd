import { filter, map, type Observable } from 'rxjs';
import { addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { accountsOf } from '../../domain/wallet-protocol/session-namespaces.js';
import type { Adoption, SessionEvent, WalletSession } from './chain.port.js';

/** A session of any namespace over one with a remote wallet, which is asked by the names of this port's methods. */
export const fakeAdoptedSession = ({ remote, connector }: Adoption, namespace: Namespace): WalletSession | null => {
  const accounts = () => (remote.live ? accountsOf(remote.namespaces, namespace) : []);
  const [first] = accounts();
  if (first === undefined) return null;
  const chainId = chainIdOf(first);
  const ask = async (method: string, params: unknown, signal: AbortSignal): Promise<string> =>
    String(await remote.request({ chainId, method, params }, signal));
  const events$: Observable<SessionEvent> = remote.events$.pipe(
    filter(({ type }) => type === 'ended'),
    map(() => ({ type: 'disconnected' })),
  );
  return {
    connector,
    provider: remote,
    get accounts() {
      return accounts().map((account) => ({ namespace, address: addressOf(account), type: 'eoa' as const }));
    },
    chainId,
    events$,
    switchNetwork: async (network, signal) => void (await ask('switchNetwork', network, signal)),
    addNetwork: async (network, signal) => void (await ask('addNetwork', network, signal)),
    signMessage: (request, signal) => ask('signMessage', request, signal),
    signTypedData: (request, signal) => ask('signTypedData', request, signal),
    sendTransaction: (request, signal) => ask('sendTransaction', request, signal),
    disconnect: (signal) => remote.disconnect(signal),
    release: () => undefined,
  };
};
