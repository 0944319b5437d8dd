import type { ContainerModule } from 'inversify';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { followProfiles } from '../../application/names/follow-profiles.js';
import { IdentityReader } from '../../application/names/identity.reader.js';
import { LookUpName } from '../../application/names/look-up-name.use-case.js';
import { NameReader } from '../../application/names/name.reader.js';
import { FOLLOW_PROFILES, IDENTITY_READER, NAME_READER } from '../../application/names/names.tokens.js';
import { ResolveName } from '../../application/names/resolve-name.use-case.js';
import { BLOCKCHAIN_API } from '../../application/ports/blockchain-api.port.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { LOGGER } from '../../application/ports/logger.port.js';
import { USE_CASES } from '../../application/use-cases.js';
import { defineDefaults, TRANSIENT } from '../wire.js';

/** Name resolution (ENS and the like) and profiles of connected accounts. */
export const namesModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(NAME_READER, [CHAINS, CONNECTION_STORE, CLOCK], (chains, connections, clock) => new NameReader(chains, connections, clock));
    wire(
      IDENTITY_READER,
      [BLOCKCHAIN_API, NAME_READER, CONNECTION_STORE, CLOCK],
      (api, names, connections, clock) => new IdentityReader(api, names, connections, clock),
    );
    wire(
      FOLLOW_PROFILES,
      [CHAINS, CONNECTION_STORE, IDENTITY_READER, BROWSER, LOGGER],
      (chains, connections, identities, browser, logger) => () => followProfiles(chains, connections, identities, browser, logger),
    );
    wire(
      USE_CASES.resolveName,
      [IDENTITY_READER, CONNECTION_STORE],
      (identities, connections) => new ResolveName(identities, connections),
      TRANSIENT,
    );
    wire(
      USE_CASES.lookUpName,
      [IDENTITY_READER, CONNECTION_STORE],
      (identities, connections) => new LookUpName(identities, connections),
      TRANSIENT,
    );
  });
