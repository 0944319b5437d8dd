import { createContext } from 'react';
import type { Namespace } from '../../domain/caip/namespace.js';

/** The namespace that the modal was opened for, `null` for all: its lists show nothing else. */
export const OpenedForContext = createContext<Namespace | null>(null);
