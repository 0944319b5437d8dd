import type { ContainerModule } from 'inversify';
import { TOKEN_POLL } from '../../application/balances/balances.tokens.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { MODAL_STORE } from '../../application/modal/modal.store.js';
import { CheckOutOnramp } from '../../application/onramp/check-out-onramp.use-case.js';
import { EditOnramp } from '../../application/onramp/edit-onramp.use-case.js';
import { LoadMorePurchases } from '../../application/onramp/load-more-purchases.use-case.js';
import { ONRAMP_FORM, PURCHASES_READER } from '../../application/onramp/onramp.tokens.js';
import { OnrampForm } from '../../application/onramp/onramp-form.js';
import { PurchasesReader } from '../../application/onramp/purchases.reader.js';
import { WatchOnramp } from '../../application/onramp/watch-onramp.use-case.js';
import { WatchPurchases } from '../../application/onramp/watch-purchases.use-case.js';
import { BLOCKCHAIN_API } from '../../application/ports/blockchain-api.port.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { EVENT_BUS } from '../../application/shared/event-bus.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { USE_CASES } from '../../application/use-cases.js';
import { defineDefaults, TRANSIENT } from '../wire.js';

/** Buying coins and tokens. */
export const onrampModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(
      ONRAMP_FORM,
      [BLOCKCHAIN_API, CONNECTION_STORE, OPTIONS, MODAL_STORE, CLOCK],
      (api, connections, options, modal, clock) => new OnrampForm({ api, connections, options, modal, clock }),
      { dispose: (form) => form.dispose() },
    );
    wire(
      PURCHASES_READER,
      [BLOCKCHAIN_API, CONNECTION_STORE, TOKEN_POLL, MODAL_STORE, CLOCK],
      (api, connections, tokens, modal, clock) => new PurchasesReader({ api, connections, tokens, modal, clock }),
    );
    wire(
      USE_CASES.watchOnramp,
      [ONRAMP_FORM, CONNECTION_STORE, OPTIONS, BROWSER],
      (form, connections, options, browser) => new WatchOnramp({ form, connections, options, browser }),
      TRANSIENT,
    );
    wire(USE_CASES.editOnramp, [ONRAMP_FORM], (form) => new EditOnramp(form), TRANSIENT);
    wire(
      USE_CASES.checkOutOnramp,
      [ONRAMP_FORM, USE_CASES.watchOnramp, BLOCKCHAIN_API, CONNECTION_STORE, TOKEN_POLL, OPTIONS, EVENT_BUS, CLOCK],
      (form, onramp, api, connections, tokens, options, events, clock) =>
        new CheckOutOnramp({ form, onramp, api, connections, tokens, options, events, clock }),
      TRANSIENT,
    );
    wire(
      USE_CASES.watchPurchases,
      [PURCHASES_READER, CONNECTION_STORE],
      (reader, connections) => new WatchPurchases(reader, connections),
      TRANSIENT,
    );
    wire(
      USE_CASES.loadMorePurchases,
      [PURCHASES_READER, CONNECTION_STORE],
      (reader, connections) => new LoadMorePurchases(reader, connections),
      TRANSIENT,
    );
  });
