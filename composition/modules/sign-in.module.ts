import type { ContainerModule } from 'inversify';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { CONNECTION_REPOSITORY } from '../../application/connect/connection-repository.js';
import { DEVELOPER_NOTICES } from '../../application/modal/developer-notices.js';
import { MODAL_STORE } from '../../application/modal/modal.store.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { LOGGER } from '../../application/ports/logger.port.js';
import { SIGN_IN_SERVICE } from '../../application/ports/sign-in.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { EVENT_BUS } from '../../application/shared/event-bus.js';
import { CancelSignIn } from '../../application/sign-in/cancel-sign-in.use-case.js';
import { PrepareSignIn } from '../../application/sign-in/prepare-sign-in.use-case.js';
import { SIGN_IN_STORE } from '../../application/sign-in/sign-in.store.js';
import { SIGN_IN_TRACKER } from '../../application/sign-in/sign-in.tokens.js';
import { SignIn } from '../../application/sign-in/sign-in.use-case.js';
import { SignInTracker } from '../../application/sign-in/sign-in-tracker.js';
import { SignOut } from '../../application/sign-in/sign-out.use-case.js';
import { USE_CASES } from '../../application/use-cases.js';
import { invalidOption } from '../../domain/options/schema-builders.js';
import { defineDefaults, TRANSIENT } from '../wire.js';

/** Sign-in with a wallet. */
export const signInModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(
      SIGN_IN_TRACKER,
      [
        SIGN_IN_SERVICE,
        SIGN_IN_STORE,
        CONNECTION_STORE,
        CONNECTION_REPOSITORY,
        MODAL_STORE,
        USE_CASES.openModal,
        USE_CASES.closeModal,
        USE_CASES.disconnectWallet,
        STORAGE,
        BROWSER,
        CLOCK,
        EVENT_BUS,
        LOGGER,
        DEVELOPER_NOTICES,
      ],
      (service, store, connections, repository, modal, open, close, disconnect, storage, browser, clock, events, logger, notices) => {
        if (service === null) throw invalidOption('siwx', 'set it, or add serverSignIn() to "modules"');
        return new SignInTracker({
          ...{ service, store, connections, repository, modal, open, close, disconnect, storage, browser, clock, events, logger, notices },
        });
      },
      { dispose: (tracker) => tracker.dispose() },
    );
    wire(
      USE_CASES.prepareSignIn,
      [SIGN_IN_SERVICE, SIGN_IN_STORE, CONNECTION_STORE, CLOCK],
      (service, store, connections, clock) => new PrepareSignIn(service, store, connections, clock),
      TRANSIENT,
    );
    wire(
      USE_CASES.signIn,
      [SIGN_IN_SERVICE, USE_CASES.prepareSignIn, SIGN_IN_STORE, CONNECTION_STORE, MODAL_STORE, EVENT_BUS, CLOCK, LOGGER],
      (service, prepare, store, connections, modal, events, clock, logger) =>
        new SignIn({ service, prepare, store, connections, modal, events, clock, logger }),
      TRANSIENT,
    );
    wire(
      USE_CASES.cancelSignIn,
      [
        SIGN_IN_SERVICE,
        SIGN_IN_STORE,
        CONNECTION_STORE,
        USE_CASES.disconnectWallet,
        USE_CASES.closeModal,
        MODAL_STORE,
        EVENT_BUS,
        CLOCK,
        LOGGER,
      ],
      (service, store, connections, disconnect, close, modal, events, clock, logger) =>
        new CancelSignIn({ service, store, connections, disconnect, close, modal, events, clock, logger }),
      TRANSIENT,
    );
    wire(
      USE_CASES.signOut,
      [SIGN_IN_SERVICE, SIGN_IN_STORE, CONNECTION_STORE, CLOCK],
      (service, store, connections, clock) => new SignOut(service, store, connections, clock),
      TRANSIENT,
    );
  });
