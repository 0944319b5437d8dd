import { filter, map } from 'rxjs';
import { FakeChain } from '../../../../../application/ports/chain.fake.js';
import type { Adoption, SessionEvent, WalletSession } from '../../../../../application/ports/chain.port.js';
import { addressOf, chainIdOf } from '../../../../../domain/caip/caip-10.js';
import type { Namespace } from '../../../../../domain/caip/namespace.js';
import { accountsOf } from '../../../../../domain/wallet-protocol/session-namespaces.js';

const forbidden = (): never => {
  throw new Error('The wallet is not to be asked here');
};

/** A session of any chain over one of the wallet protocol. */
const adopted = ({ remote, connector }: Adoption, namespace: Namespace): WalletSession | null => {
  const accounts = () => (remote.live ? accountsOf(remote.namespaces, namespace) : []);
  const [first] = accounts();
  if (first === undefined) return null;
  return {
    connector,
    provider: {},
    get accounts() {
      return accounts()
        .slice(0, 1)
        .map((account) => ({ namespace, address: addressOf(account), type: 'eoa' as const }));
    },
    chainId: chainIdOf(first),
    events$: remote.events$.pipe(
      filter(({ type }) => type === 'ended'),
      map((): SessionEvent => ({ type: 'disconnected' })),
    ),
    switchNetwork: forbidden,
    addNetwork: forbidden,
    signMessage: forbidden,
    signTypedData: forbidden,
    sendTransaction: forbidden,
    disconnect: (signal) => remote.disconnect(signal),
    release: () => undefined,
  };
};

/** A chain that can take a session of the wallet protocol up. */
export class AdoptingChain extends FakeChain {
  readonly adoptions: Adoption[] = [];
  /** Adopting waits until {@link go}, as where its code is loaded. */
  slow = false;
  go: () => void = () => undefined;

  readonly adopt = async (adoption: Adoption, signal: AbortSignal): Promise<WalletSession | null> => {
    this.adoptions.push(adoption);
    if (this.slow) {
      await new Promise<void>((resolve) => {
        this.go = resolve;
      });
    }
    signal.throwIfAborted();
    return adopted(adoption, this.namespace);
  };
}
