import type { Connector } from './connector.js';

/** What every connector has; the rest is there where it is said. */
type Said = Pick<Connector, 'id' | 'namespace' | 'type' | 'name'> & Partial<Connector>;

/** A connector. What is not said of it is not known: no rdns, no icon, no entry in the directory, and no suspicion. */
export const makeConnector = (said: Said): Connector => ({ rdns: null, icon: null, explorerId: null, suspicious: false, ...said });
