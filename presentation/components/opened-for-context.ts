import { createContext, useContext } from 'react';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { NamespaceInput } from '../hooks/watch-connection.js';

/** The namespace that the modal was opened for, `null` for all: its lists show nothing else. */
export const OpenedForContext = createContext<Namespace | null>(null);

/** The same as what the hooks of lists take. */
export const useOpenedFor = (): NamespaceInput => {
  const namespace = useContext(OpenedForContext);
  return namespace === null ? {} : { namespace };
};
