import type { Latchkey } from '../../application/latchkey.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { Connector } from '../../domain/connection/connector.js';
import { useObservable, type Watched } from './use-observable.js';
import type { NamespaceInput } from './watch-connection.js';

const NONE: readonly Connector[] = [];

const watch = (client: Latchkey, namespace: Namespace | undefined): Watched<readonly Connector[]> => {
  const { watchConnectors } = client.useCases;
  const input = namespace === undefined ? {} : { namespace };
  return { current: () => watchConnectors.current(input), changes: watchConnectors.execute(input), serverValue: NONE };
};

/**
 * Returns the available wallets of one namespace, or of all, including wallets that announce themselves later.
 * @example const wallets = useConnectors({ namespace: 'eip155' });
 */
export const useConnectors = ({ namespace }: NamespaceInput = {}): readonly Connector[] => useObservable('useConnectors', watch, namespace);
