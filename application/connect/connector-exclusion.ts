import type { Connector } from '../../domain/connection/connector.js';
import { StateSubject } from '../shared/state-subject.js';
import { token } from '../shared/token.js';

/** Leaves connectors out of the list. */
export type ConnectorFilter = (connectors: readonly Connector[]) => readonly Connector[];

/** What leaves installed wallets out that the host excludes. Nothing is left out until the directory said which these are. */
export class ConnectorExclusion extends StateSubject<ConnectorFilter> {
  constructor() {
    super((connectors) => connectors);
  }
}

/** Token of the exclusion. */
export const CONNECTOR_EXCLUSION = token<ConnectorExclusion>('ConnectorExclusion');
