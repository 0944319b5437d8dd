import type { ContainerModule } from 'inversify';
import { skip } from 'rxjs';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { CONNECTION_REPOSITORY } from '../../application/connect/connection-repository.js';
import { AFTER_CONNECT } from '../../application/modal/after-connect.js';
import { CloseModal } from '../../application/modal/close-modal.use-case.js';
import { CopyText } from '../../application/modal/copy-text.use-case.js';
import { EVENT_LOG, EventLog } from '../../application/modal/event-log.js';
import { followConnection } from '../../application/modal/follow-connection.js';
import { CLOSING_GUARD, MODAL_STORE, ModalStore } from '../../application/modal/modal.store.js';
import { OpenModal } from '../../application/modal/open-modal.use-case.js';
import { rememberTheme } from '../../application/modal/remember-theme.js';
import { WatchEventLog } from '../../application/modal/watch-event-log.use-case.js';
import { WatchModal } from '../../application/modal/watch-modal.use-case.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { LOGGER } from '../../application/ports/logger.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { EVENT_BUS } from '../../application/shared/event-bus.js';
import { ON_START } from '../../application/shared/on-start.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { USE_CASES } from '../../application/use-cases.js';
import { defineDefaults, TRANSIENT } from '../wire.js';

/** The modal store and its use cases, the user's theme and the event log. */
export const modalModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(
      MODAL_STORE,
      [OPTIONS, CLOCK, LOGGER, BROWSER, CLOSING_GUARD],
      (options, clock, logger, browser, guard) => new ModalStore(options, clock, logger, browser, guard),
      { dispose: (modal) => modal.dispose() },
    );
    wire(
      USE_CASES.openModal,
      [MODAL_STORE, CONNECTION_STORE, USE_CASES.watchConnectors, CHAINS, BROWSER, CLOCK, EVENT_BUS, OPTIONS],
      (modal, connections, connectors, chains, browser, clock, events, options) =>
        new OpenModal(modal, connections, connectors, chains, browser, clock, events, options),
      TRANSIENT,
    );
    wire(
      USE_CASES.closeModal,
      [MODAL_STORE, CONNECTION_STORE, OPTIONS, EVENT_BUS, AFTER_CONNECT],
      (modal, connections, options, events, afterConnect) => new CloseModal(modal, connections, options, events, afterConnect),
      TRANSIENT,
    );
    wire(
      ON_START,
      [CONNECTION_STORE, CONNECTION_REPOSITORY, OPTIONS, MODAL_STORE, USE_CASES.openModal, USE_CASES.closeModal],
      (connections, repository, options, modal, open, close) => () =>
        followConnection(connections, repository, options, modal, open, close),
    );
    wire(USE_CASES.watchModal, [MODAL_STORE], (modal) => new WatchModal(modal), TRANSIENT);
    wire(USE_CASES.copyText, [BROWSER], (browser) => new CopyText(browser), TRANSIENT);
    wire(ON_START, [OPTIONS, STORAGE], (options, storage) => () => rememberTheme(options, storage));
    wire(EVENT_LOG, [CONNECTION_STORE, CLOCK], (connections, clock) => new EventLog(connections, clock), {
      dispose: (log) => log.complete(),
    });
    // The first value of the bus is a placeholder, not an event.
    wire(ON_START, [EVENT_BUS, EVENT_LOG], (events, log) => () => events.events$.pipe(skip(1)).subscribe(log.addEvent));
    wire(
      USE_CASES.watchEventLog,
      [EVENT_LOG, CONNECTION_STORE, BROWSER],
      (log, connections, browser) => new WatchEventLog(log, connections, browser),
      TRANSIENT,
    );
  });
