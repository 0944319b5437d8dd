import { ConnectWallet } from '../../../../application/connect/connect-wallet.use-case.js';
import { DisconnectWallet } from '../../../../application/connect/disconnect-wallet.use-case.js';
import { ReconnectWallets } from '../../../../application/connect/reconnect-wallets.use-case.js';
import { ApproveDevice } from '../../../../application/embedded-wallet/approve-device.use-case.js';
import { EnterEmailCode } from '../../../../application/embedded-wallet/enter-email-code.use-case.js';
import { EnterUpdateEmailCode } from '../../../../application/embedded-wallet/enter-update-email-code.use-case.js';
import { FrameApprovals } from '../../../../application/embedded-wallet/frame-approvals.js';
import { FrameLoginRepository } from '../../../../application/embedded-wallet/frame-login.repository.js';
import { FrameSync } from '../../../../application/embedded-wallet/frame-sync.js';
import { FrameWallets } from '../../../../application/embedded-wallet/frame-wallets.js';
import { LogInWithFarcaster } from '../../../../application/embedded-wallet/log-in-with-farcaster.use-case.js';
import { LogInWithSocial } from '../../../../application/embedded-wallet/log-in-with-social.use-case.js';
import { RequestEmailCode } from '../../../../application/embedded-wallet/request-email-code.use-case.js';
import { RequestFarcasterUrl } from '../../../../application/embedded-wallet/request-farcaster-url.use-case.js';
import { SetAccountType } from '../../../../application/embedded-wallet/set-account-type.use-case.js';
import { UpdateEmail } from '../../../../application/embedded-wallet/update-email.use-case.js';
import { WatchEmailCooldown } from '../../../../application/embedded-wallet/watch-email-cooldown.use-case.js';
import { FakeChain } from '../../../../application/ports/chain.fake.js';
import { FakeSecureFrame } from '../../../../application/ports/secure-frame.fake.js';
import type { Namespace } from '../../../../domain/caip/namespace.js';
import { view } from '../../../../domain/router/views.js';
import { ADDRESS, type ClientFixture, type ClientFixtureInit, SOLANA } from '../support/client-fixture.js';
import { modalFixture } from '../support/modal-fixture.js';

/** The view in which users approve. */
export const APPROVAL_VIEW = view('ApproveTransaction');

/** The user of the embedded wallet, by namespace. */
export const EMAIL = 'ada@example.com';
export const SOLANA_ADDRESS = '8ZU8yR1zKPYKPYkSPLFCG9EyFkMEp5JBrVUNcU9nXsUA';

interface EmbeddedFixtureInit {
  /** Storage of another page, or of this one before a reload. */
  readonly storage?: ClientFixture['storage'];
  readonly changes?: NonNullable<ClientFixtureInit['options']>;
}

/** A client with the embedded wallet, on fakes. */
export const embeddedFixture = ({ storage: sharedStorage, changes }: EmbeddedFixtureInit = {}) => {
  const base = modalFixture({
    ...(sharedStorage === undefined ? {} : { storage: sharedStorage }),
    ...(changes === undefined ? {} : { options: changes }),
  });
  const { connections, connectionRepository: repository, options, storage, clock, events, logger, modal, browser, useCases } = base;
  const frame = new FakeSecureFrame();
  frame.answer('GET_USER', (payload) =>
    String(payload?.chainId).startsWith('solana')
      ? { email: EMAIL, address: SOLANA_ADDRESS, chainId: SOLANA }
      : { email: EMAIL, address: ADDRESS, chainId: payload?.chainId ?? 1 },
  );
  frame.answer('IS_CONNECTED', () => ({ isConnected: true }));
  frame.answer('SIGN_OUT', () => undefined);
  frame.answer('SWITCH_NETWORK', ({ chainId }) => ({ chainId }));
  const evm = new FakeChain({ wallets: [] });
  const solana = new FakeChain({ namespace: 'solana', wallets: [] });
  const chains = new Map<Namespace, FakeChain>([evm, solana].map((chain) => [chain.namespace, chain]));
  const login = new FrameLoginRepository(storage, clock);
  const sync = new FrameSync({ frame, options, browser, logger });
  const approvals = new FrameApprovals({ frame, sync, modal, open: useCases.openModal, clock, logger });
  const wallets = new FrameWallets({ frame, login, approvals, connections, repository, chains, options, events, storage, clock, logger });
  const remotes = [wallets];
  const reconnect = new ReconnectWallets(chains, connections, repository, clock, logger, remotes);
  return {
    ...base,
    ...{ frame, login, approvals, wallets, evm, solanaChain: solana },
    connectWallet: new ConnectWallet({ chains, connections, repository, events, reconnect, remotes, signIn: null }),
    disconnectWallet: new DisconnectWallet(connections, repository, events, clock, logger),
    reconnectWallets: reconnect,
    requestEmailCode: new RequestEmailCode(frame, login, events),
    approveDevice: new ApproveDevice(frame, events),
    enterEmailCode: new EnterEmailCode(frame, login, events),
    logInWithSocial: new LogInWithSocial({ frame, login, browser, options, events, clock }),
    requestFarcasterUrl: new RequestFarcasterUrl(frame, events),
    logInWithFarcaster: new LogInWithFarcaster(frame, login, events),
    updateEmail: new UpdateEmail(frame, login, events),
    enterUpdateEmailCode: new EnterUpdateEmailCode(frame, wallets, events),
    setAccountType: new SetAccountType(wallets),
    watchEmailCooldown: new WatchEmailCooldown(login, clock),
  };
};

export type EmbeddedFixture = ReturnType<typeof embeddedFixture>;
