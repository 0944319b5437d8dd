import type { ContainerModule } from 'inversify';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { CheckAccountName } from '../../application/names/check-account-name.use-case.js';
import { IDENTITY_READER } from '../../application/names/names.tokens.js';
import { RegisterAccountName } from '../../application/names/register-account-name.use-case.js';
import { BLOCKCHAIN_API } from '../../application/ports/blockchain-api.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { EVENT_BUS } from '../../application/shared/event-bus.js';
import { USE_CASES } from '../../application/use-cases.js';
import { defineDefaults, TRANSIENT } from '../wire.js';

/** Registration of names of accounts. */
export const accountNameModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(
      USE_CASES.checkAccountName,
      [BLOCKCHAIN_API, CONNECTION_STORE],
      (api, connections) => new CheckAccountName(api, connections),
      TRANSIENT,
    );
    wire(
      USE_CASES.registerAccountName,
      [BLOCKCHAIN_API, IDENTITY_READER, CONNECTION_STORE, EVENT_BUS, CLOCK],
      (api, identities, connections, events, clock) => new RegisterAccountName(api, identities, connections, events, clock),
      TRANSIENT,
    );
  });
