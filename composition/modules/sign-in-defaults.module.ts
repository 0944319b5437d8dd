import type { ContainerModule } from 'inversify';
import { filter, merge, Subscription, take } from 'rxjs';
import type { SiweConfig } from '../../adapters/sign-in/siwe-config.js';
import { CONNECT_SIGN_IN } from '../../application/connect/connect-sign-in.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { AFTER_CONNECT } from '../../application/modal/after-connect.js';
import { CLOSING_GUARD, MODAL_STORE } from '../../application/modal/modal.store.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { LOGGER } from '../../application/ports/logger.port.js';
import { SIGN_IN_SERVICE, type SignInService } from '../../application/ports/sign-in.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { ON_START } from '../../application/shared/on-start.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { connectSignInMessage } from '../../application/sign-in/connect-sign-in-message.js';
import { SIGN_IN_STORE, SignInStore } from '../../application/sign-in/sign-in.store.js';
import { SIGN_IN_TRACKER } from '../../application/sign-in/sign-in.tokens.js';
import { trackUserConnections } from '../../application/sign-in/track-user-connections.js';
import { WatchSignIn } from '../../application/sign-in/watch-sign-in.use-case.js';
import { USE_CASES } from '../../application/use-cases.js';
import { connectedNamespacesOf } from '../../domain/connection/connection-views.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { FEATURE_LOADER } from '../lazy-module.js';
import { lazySignIn } from '../lazy-sign-in.js';
import { defineDefaults, TRANSIENT } from '../wire.js';

const siweService = (config: SiweConfig): SignInService | null => {
  const { enabled = true, required, signOutOnDisconnect = true, signOutOnNetworkChange = true, signOutOnAccountChange = true } = config;
  if (!enabled) return null;
  return lazySignIn({ required, signOutOnDisconnect, signOutOnNetworkChange, signOutOnAccountChange }, async () => {
    const { SiweConfigSignIn } = await import('../../adapters/sign-in/siwe-config.js');
    return new SiweConfigSignIn(config);
  });
};

/** The bindings that sign-in needs from the start: its service, its state, and hooks that load the rest once it is needed. */
export const signInDefaultsModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(SIGN_IN_SERVICE, [OPTIONS], ({ current: { siwx, siweConfig } }) => {
      // The schema of the options has checked that they have the methods of their types.
      if (siwx !== undefined) return siwx as SignInService;
      return siweConfig === undefined ? null : siweService(siweConfig as SiweConfig);
    });
    wire(SIGN_IN_STORE, [CLOCK, STORAGE], (clock, storage) => new SignInStore(clock, storage), { dispose: (store) => store.dispose() });
    wire(
      USE_CASES.watchSignIn,
      [SIGN_IN_SERVICE, SIGN_IN_STORE, CONNECTION_STORE],
      (service, store, connections) => new WatchSignIn(service, store, connections),
      TRANSIENT,
    );
    wire(CLOSING_GUARD, [SIGN_IN_SERVICE, SIGN_IN_STORE, CONNECTION_STORE], (service, store, connections) => () => ({
      signInRequired: service?.getRequired?.() === true,
      hasSignInSession: store.current(connections.state.activeNamespace).status === 'signed-in',
    }));
    wire(CONNECT_SIGN_IN, [SIGN_IN_SERVICE, CLOCK, LOGGER], (service, clock, logger) =>
      service === null ? null : connectSignInMessage(service, clock, logger),
    );
    wire(AFTER_CONNECT, [SIGN_IN_SERVICE, FEATURE_LOADER, LOGGER], (service, features, logger) => (close) => {
      if (service === null) {
        close();
        return;
      }
      features.resolve('sign-in', SIGN_IN_TRACKER).then(
        (tracker) => tracker.afterConnect(close),
        (error: unknown) => {
          if (!isLatchkeyError(error, 'config/disposed')) logger.warn('The sign-in module could not be loaded', error);
          close();
        },
      );
    });
    wire(
      ON_START,
      [SIGN_IN_SERVICE, SIGN_IN_STORE, CONNECTION_STORE, MODAL_STORE, FEATURE_LOADER, LOGGER],
      (service, store, connections, modal, features, logger) => () => {
        if (service === null) return undefined;
        const running = new Subscription();
        running.add(trackUserConnections(connections, store));
        const needed$ = merge(
          connections.state$.pipe(filter((state) => connectedNamespacesOf(state).length > 0)),
          modal.snapshot$.pipe(filter((snapshot) => snapshot.modal.open)),
        ).pipe(take(1));
        running.add(
          needed$.subscribe(() => {
            features
              .resolve('sign-in', SIGN_IN_TRACKER)
              .catch(
                (error: unknown) =>
                  isLatchkeyError(error, 'config/disposed') || logger.warn('The sign-in module could not be loaded', error),
              );
          }),
        );
        return running;
      },
    );
  });
