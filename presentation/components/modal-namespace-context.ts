import { createContext, useContext } from 'react';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { NamespaceInput } from '../hooks/watch-connection.js';

/** Namespace that the modal was opened for, `null` for all. Its lists show nothing else. */
export const ModalNamespaceContext = createContext<Namespace | null>(null);

/** The modal's namespace as parameter of list hooks. */
export const useModalNamespace = (): NamespaceInput => {
  const namespace = useContext(ModalNamespaceContext);
  return namespace === null ? {} : { namespace };
};
