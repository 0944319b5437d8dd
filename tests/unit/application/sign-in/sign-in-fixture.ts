import { DeveloperNotices } from '../../../../application/modal/developer-notices.js';
import { FakeSignIn } from '../../../../application/ports/sign-in.fake.js';
import { SignInTracker } from '../../../../application/sign-in/sign-in-tracker.js';
import { trackUserConnections } from '../../../../application/sign-in/track-user-connections.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { view } from '../../../../domain/router/views.js';
import type { SignInSession } from '../../../../domain/sign-in/sign-in-session.js';
import { ADDRESS, type ClientFixture, type ClientFixtureInit, connect, MAINNET, record, settled } from '../support/client-fixture.js';
import { modalFixture, open } from '../support/modal-fixture.js';

/** A client with sign-in, on fakes. */
export interface SignInFixture extends ClientFixture {
  readonly service: FakeSignIn;
  readonly signInTracker: SignInTracker;
}

export const signInFixture = (init: ClientFixtureInit = {}, service: FakeSignIn = new FakeSignIn()): SignInFixture => {
  // Composition loads the tracker on demand. Here the policy finds it when it is called.
  let tracker: SignInTracker | undefined;
  const fixture = modalFixture({
    signIn: service,
    afterConnect: (close) => tracker?.afterConnect(close),
    closingGuard: () => ({
      signInRequired: service.required,
      hasSignInSession:
        tracker !== undefined && fixture.signInStore.current(fixture.connections.state.activeNamespace).status === 'signed-in',
    }),
    ...init,
  });
  const { connections, signInStore: store, connectionRepository: repository, modal, useCases } = fixture;
  const { storage, browser, clock, events, logger } = fixture;
  trackUserConnections(connections, store);
  tracker = new SignInTracker({
    ...{ service, store, connections, repository, modal, storage, browser, clock, events, logger },
    notices: new DeveloperNotices(logger, modal),
    ...{ open: useCases.openModal, close: useCases.closeModal, disconnect: useCases.disconnectWallet },
  });
  return { ...fixture, service, signInTracker: tracker };
};

/** Connects in the open modal, as users do. */
export const connectInModal = async (fixture: SignInFixture): Promise<void> => {
  open(fixture, view('Connect'));
  await connect(fixture);
};

export const signIn = (fixture: SignInFixture) => settled(record(fixture.useCases.signIn.execute()));

/** A session of an account. */
export const sessionOf = (accountAddress = ADDRESS, chainId = MAINNET, expirationTime?: string): SignInSession => ({
  data: {
    ...{ accountAddress, chainId: toChainId(chainId), domain: 'app.example', uri: 'https://app.example', version: '1', nonce: 'nonce0000' },
    ...(expirationTime === undefined ? {} : { expirationTime }),
  },
  message: '',
  signature: '',
});

/** Names of the tracked sign-in events. */
export const signInEvents = ({ tracked }: SignInFixture): readonly string[] =>
  tracked.map(({ event }) => event).filter((event) => event.includes('SIWX'));
