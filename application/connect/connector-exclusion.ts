import type { Connector } from '../../domain/connection/connector.js';
import { StateSubject } from '../shared/state-subject.js';
import { token } from '../shared/token.js';

/** Filters the list of connectors. */
export type ConnectorFilter = (connectors: readonly Connector[]) => readonly Connector[];

/** Filters out installed wallets that the app excludes. Excludes nothing until the wallet directory has been loaded. */
export class ConnectorExclusion extends StateSubject<ConnectorFilter> {
  constructor() {
    super((connectors) => connectors);
  }
}

/** Token of the connector exclusion. */
export const CONNECTOR_EXCLUSION = token<ConnectorExclusion>('ConnectorExclusion');
