import type { ContainerModule } from 'inversify';
import { HttpBlockchainApi } from '../../adapters/blockchain-api/http-blockchain-api.js';
import { BLOCKCHAIN_API } from '../../application/ports/blockchain-api.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { defineDefaults } from '../wire.js';

/** The blockchain API, for several features. */
export const blockchainApiModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(BLOCKCHAIN_API, [OPTIONS, CLOCK], (options, clock) => new HttpBlockchainApi({ options, clock }));
  });
