import type { ContainerModule } from 'inversify';
import { IframeSecureFrame } from '../../adapters/secure-frame/iframe-secure-frame.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { CONNECTION_REPOSITORY } from '../../application/connect/connection-repository.js';
import { ApproveDevice } from '../../application/embedded-wallet/approve-device.use-case.js';
import { FRAME_APPROVALS, FRAME_LOGIN, FRAME_SYNC, FRAME_WALLETS } from '../../application/embedded-wallet/embedded-wallet.tokens.js';
import { EnterEmailCode } from '../../application/embedded-wallet/enter-email-code.use-case.js';
import { EnterUpdateEmailCode } from '../../application/embedded-wallet/enter-update-email-code.use-case.js';
import { FrameApprovals } from '../../application/embedded-wallet/frame-approvals.js';
import { frameChainOf } from '../../application/embedded-wallet/frame-chain-of.js';
import { FrameLoginRepository } from '../../application/embedded-wallet/frame-login.repository.js';
import { FrameSync } from '../../application/embedded-wallet/frame-sync.js';
import { FrameWallets } from '../../application/embedded-wallet/frame-wallets.js';
import { LogInWithFarcaster } from '../../application/embedded-wallet/log-in-with-farcaster.use-case.js';
import { LogInWithSocial } from '../../application/embedded-wallet/log-in-with-social.use-case.js';
import { RequestEmailCode } from '../../application/embedded-wallet/request-email-code.use-case.js';
import { RequestFarcasterUrl } from '../../application/embedded-wallet/request-farcaster-url.use-case.js';
import { SetAccountType } from '../../application/embedded-wallet/set-account-type.use-case.js';
import { UpdateEmail } from '../../application/embedded-wallet/update-email.use-case.js';
import { WatchEmailCooldown } from '../../application/embedded-wallet/watch-email-cooldown.use-case.js';
import { WatchSecureFrame } from '../../application/embedded-wallet/watch-secure-frame.use-case.js';
import { DEVELOPER_NOTICES } from '../../application/modal/developer-notices.js';
import { MODAL_STORE } from '../../application/modal/modal.store.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { LOGGER } from '../../application/ports/logger.port.js';
import { MODAL_ELEMENT } from '../../application/ports/modal-element.port.js';
import { SECURE_FRAME } from '../../application/ports/secure-frame.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { EVENT_BUS } from '../../application/shared/event-bus.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { USE_CASES } from '../../application/use-cases.js';
import { frameUrlOf } from '../../domain/embedded-wallet/frame-url.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { EMBEDDED_WALLET_FAILED } from '../../domain/modal/alerts.js';
import { serviceUrlOf } from '../../domain/options/endpoints.js';
import { pageWindow } from '../page-window.js';
import { defineDefaults, TRANSIENT } from '../wire.js';

/** The embedded wallet: its secure frame, its sessions and the use cases of logging in by email. */
export const embeddedWalletModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(
      SECURE_FRAME,
      [OPTIONS, CONNECTION_STORE, MODAL_ELEMENT, CLOCK, MODAL_STORE, LOGGER, DEVELOPER_NOTICES],
      (options, connections, element, clock, modal, logger, notices) =>
        new IframeSecureFrame({
          page: pageWindow,
          clock,
          container: () => element.attach(),
          url: () => {
            const { projectId = '', enableAuthLogger } = options.current;
            const site = serviceUrlOf(options.current, 'secureSite');
            if (site === null) throw new LatchkeyError('secure-frame/not-set', {});
            return frameUrlOf(site, { projectId, chainId: frameChainOf(connections.state), enableLogger: enableAuthLogger });
          },
          exists: async (url) => (await fetch(url, { method: 'HEAD', credentials: 'omit' })).status !== 404,
          onTimeout: () => modal.alert(EMBEDDED_WALLET_FAILED),
          onBundleMissing: notices.report,
          onBlocked: (origin) =>
            logger.error(`The Content-Security-Policy of this page blocks the embedded wallet: add ${origin} to its frame-src`),
        }),
      { dispose: (frame) => frame.dispose() },
    );
    wire(FRAME_LOGIN, [STORAGE, CLOCK], (storage, clock) => new FrameLoginRepository(storage, clock));
    wire(
      FRAME_SYNC,
      [SECURE_FRAME, OPTIONS, BROWSER, LOGGER],
      (frame, options, browser, logger) => new FrameSync({ frame, options, browser, logger }),
      { dispose: (sync) => sync.dispose() },
    );
    wire(
      FRAME_APPROVALS,
      [SECURE_FRAME, FRAME_SYNC, MODAL_STORE, USE_CASES.openModal, CLOCK, LOGGER],
      (frame, sync, modal, open, clock, logger) => new FrameApprovals({ frame, sync, modal, open, clock, logger }),
      { dispose: (approvals) => approvals.dispose() },
    );
    wire(
      FRAME_WALLETS,
      [
        SECURE_FRAME,
        FRAME_LOGIN,
        FRAME_APPROVALS,
        CONNECTION_STORE,
        CONNECTION_REPOSITORY,
        CHAINS,
        OPTIONS,
        EVENT_BUS,
        STORAGE,
        CLOCK,
        LOGGER,
      ],
      (frame, login, approvals, connections, repository, chains, options, events, storage, clock, logger) =>
        new FrameWallets({ frame, login, approvals, connections, repository, chains, options, events, storage, clock, logger }),
      { dispose: (wallets) => wallets.dispose() },
    );
    wire(
      USE_CASES.requestEmailCode,
      // The approvals show what the frame asks during a login.
      [SECURE_FRAME, FRAME_LOGIN, EVENT_BUS, FRAME_APPROVALS],
      (frame, login, events) => new RequestEmailCode(frame, login, events),
      TRANSIENT,
    );
    wire(USE_CASES.approveDevice, [SECURE_FRAME, EVENT_BUS], (frame, events) => new ApproveDevice(frame, events), TRANSIENT);
    wire(
      USE_CASES.enterEmailCode,
      [SECURE_FRAME, FRAME_LOGIN, EVENT_BUS],
      (frame, login, events) => new EnterEmailCode(frame, login, events),
      TRANSIENT,
    );
    wire(
      USE_CASES.logInWithSocial,
      [SECURE_FRAME, FRAME_LOGIN, BROWSER, OPTIONS, EVENT_BUS, CLOCK, FRAME_APPROVALS],
      (frame, login, browser, options, events, clock) => new LogInWithSocial({ frame, login, browser, options, events, clock }),
      TRANSIENT,
    );
    wire(
      USE_CASES.requestFarcasterUrl,
      [SECURE_FRAME, EVENT_BUS, FRAME_APPROVALS],
      (frame, events) => new RequestFarcasterUrl(frame, events),
      TRANSIENT,
    );
    wire(
      USE_CASES.logInWithFarcaster,
      [SECURE_FRAME, FRAME_LOGIN, EVENT_BUS],
      (frame, login, events) => new LogInWithFarcaster(frame, login, events),
      TRANSIENT,
    );
    wire(
      USE_CASES.updateEmail,
      [SECURE_FRAME, FRAME_LOGIN, EVENT_BUS],
      (frame, login, events) => new UpdateEmail(frame, login, events),
      TRANSIENT,
    );
    wire(
      USE_CASES.enterUpdateEmailCode,
      [SECURE_FRAME, FRAME_WALLETS, EVENT_BUS],
      (frame, wallets, events) => new EnterUpdateEmailCode(frame, wallets, events),
      TRANSIENT,
    );
    wire(USE_CASES.setAccountType, [FRAME_WALLETS], (wallets) => new SetAccountType(wallets), TRANSIENT);
    wire(USE_CASES.watchSecureFrame, [FRAME_APPROVALS], (approvals) => new WatchSecureFrame(approvals), TRANSIENT);
    wire(
      USE_CASES.watchEmailCooldown,
      [FRAME_LOGIN, CLOCK, CONNECTION_STORE],
      (login, clock, connections) => new WatchEmailCooldown(login, clock, connections.disposed$),
      TRANSIENT,
    );
  });
