import type { ContainerModule } from 'inversify';
import { HttpBlockchainApi } from '../../adapters/blockchain-api/http-blockchain-api.js';
import { BLOCKCHAIN_API } from '../../application/ports/blockchain-api.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { CLIENT_ID } from '../../application/shared/client-id.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { defineDefaults } from '../wire.js';

/** The blockchain API, for several features. */
export const blockchainApiModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(
      BLOCKCHAIN_API,
      [OPTIONS, CLOCK, CLIENT_ID],
      (options, clock, clientId) => new HttpBlockchainApi({ options, clock, clientId: () => clientId.current }),
    );
  });
