import type { ContainerModule } from 'inversify';
import { ActivityReader } from '../../application/activity/activity.reader.js';
import { ACTIVITY_READER } from '../../application/activity/activity.tokens.js';
import { LoadMoreActivity } from '../../application/activity/load-more-activity.use-case.js';
import { WatchActivity } from '../../application/activity/watch-activity.use-case.js';
import { ASSET_BALANCE_POLL, TOKEN_POLL } from '../../application/balances/balances.tokens.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { MODAL_STORE } from '../../application/modal/modal.store.js';
import { BLOCKCHAIN_API } from '../../application/ports/blockchain-api.port.js';
import { CHAINS } from '../../application/ports/chain.port.js';
import { TRANSACTION_REPOSITORY } from '../../application/send/send.tokens.js';
import { EVENT_BUS } from '../../application/shared/event-bus.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { USE_CASES } from '../../application/use-cases.js';
import { defineDefaults, TRANSIENT } from '../wire.js';

/** The history of an account. */
export const activityModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(
      ACTIVITY_READER,
      [BLOCKCHAIN_API, CHAINS, CONNECTION_STORE, ASSET_BALANCE_POLL, TOKEN_POLL, TRANSACTION_REPOSITORY, OPTIONS, EVENT_BUS, MODAL_STORE],
      (api, chains, connections, assets, tokens, sent, options, events, modal) =>
        new ActivityReader({ api, chains, connections, assets, tokens, sent, options, events, modal }),
    );
    wire(
      USE_CASES.watchActivity,
      [ACTIVITY_READER, CONNECTION_STORE],
      (reader, connections) => new WatchActivity(reader, connections),
      TRANSIENT,
    );
    wire(
      USE_CASES.loadMoreActivity,
      [ACTIVITY_READER, CONNECTION_STORE],
      (reader, connections) => new LoadMoreActivity(reader, connections),
      TRANSIENT,
    );
  });
