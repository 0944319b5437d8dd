import { filter, firstValueFrom, map, merge, type Observable, timer } from 'rxjs';
import { isPopupOpened, resultUriIn } from '../../domain/embedded-wallet/social-popup.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { serviceUrlOf } from '../../domain/options/endpoints.js';
import type { SocialLoginProvider } from '../../domain/options/socials.js';
import type { Browser, Popup } from '../ports/browser.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { SecureFrame } from '../ports/secure-frame.port.js';
import { throwOnAbort } from '../shared/aborted.js';
import type { EventBus } from '../shared/event-bus.js';
import type { OptionsStore } from '../shared/options.store.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { FrameErrorCode } from './frame-error-code.js';
import type { FrameLoginRepository } from './frame-login.repository.js';
import { withReturnPage } from './social-return.js';

/** Interval at which the window is checked: browsers do not report that it was closed. */
const POLL_MS = 500;
/** A window that disappears within this time, before its first page has reported, was cut off by the policy of a page. */
const CUT_OFF_MS = 5_000;

/** Which social account, and where its login goes on. */
export interface LogInWithSocialInput {
  readonly provider: SocialLoginProvider;
  /**
   * Window that was opened in the click: `client.browser.openPopup()`. The run closes it. Without one, as when the browser has blocked it, the
   * login continues in this tab.
   */
  readonly popup?: Popup | null;
  /** Result of a login that continued in this tab, as the page's address has it after the return. */
  readonly resultUri?: string;
}

/** Success once the user has logged in: the wallet can be connected. */
export type LogInWithSocialState = UseCaseState<
  'open-provider' | 'log-in-at-provider' | 'working',
  null,
  | FrameErrorCode
  | 'embedded-wallet/popup-closed'
  | 'embedded-wallet/popup-blocked'
  | 'embedded-wallet/untrusted-origin'
  | 'config/project-id-missing'
>;

/** Dependencies of {@link LogInWithSocial}. */
export interface LogInWithSocialDeps {
  readonly frame: SecureFrame;
  readonly login: FrameLoginRepository;
  readonly browser: Browser;
  readonly options: OptionsStore;
  readonly events: EventBus;
  readonly clock: Clock;
}

/**
 * Logs in to the embedded wallet with a social account, in a window. If the window is blocked, or a policy cuts the connection to it, the login
 * continues in this tab: the run stays pending while the page is left, and another one with `resultUri` ends the login after the return.
 */
export class LogInWithSocial {
  readonly #deps: LogInWithSocialDeps;

  constructor(deps: LogInWithSocialDeps) {
    this.#deps = deps;
  }

  execute(input: LogInWithSocialInput): Observable<LogInWithSocialState> {
    const { frame, login, events } = this.#deps;
    const { provider, popup = null, resultUri } = input;
    return runUseCase('open-provider', async ({ signal, step }) => {
      // Also once the run has ended.
      signal.addEventListener('abort', () => popup?.close(), { once: true });
      try {
        if (resultUri === undefined) events.track('SOCIAL_LOGIN_STARTED', { provider });
        const uri = resultUri ?? (await this.#authorize(provider, popup, signal, () => step('log-in-at-provider')));
        popup?.close();
        step('working');
        events.track('SOCIAL_LOGIN_REQUEST_USER_DATA', { provider });
        const { userName } = await frame.request('CONNECT_SOCIAL', { uri }, signal);
        login.rememberProvider(provider, userName);
        events.track('SOCIAL_LOGIN_SUCCESS', { provider });
        return null;
      } catch (error) {
        if (isLatchkeyError(error, 'embedded-wallet/popup-closed')) events.track('SOCIAL_LOGIN_CANCELED', { provider });
        else if (!signal.aborted) events.track('SOCIAL_LOGIN_ERROR', { provider });
        throw error;
      }
    });
  }

  /** Has the user log in at the provider, and returns the address with the result. */
  async #authorize(provider: SocialLoginProvider, popup: Popup | null, signal: AbortSignal, onOpened: () => void): Promise<string> {
    const { uri } = await this.#deps.frame.request('GET_SOCIAL_REDIRECT_URI', { provider }, signal);
    if (popup === null) return this.#leavePage(provider, uri, signal);
    if (popup.closed) throw new LatchkeyError('embedded-wallet/popup-closed', { provider });
    popup.navigate(uri);
    onOpened();
    return (await this.#resultOf(provider, popup, signal)) ?? this.#leavePage(provider, uri, signal);
  }

  /** The result that the window posts; `null` if the connection to the window was cut. */
  #resultOf(provider: SocialLoginProvider, popup: Popup, signal: AbortSignal): Promise<string | null> {
    const { clock, options } = this.#deps;
    const { origin: siteOrigin } = new URL(serviceUrlOf(options.current, 'secureSite') ?? '');
    const start = clock.now();
    let isOpened = false;
    const results$ = popup.messages$.pipe(
      map(({ origin, data }) => {
        const resultUri = resultUriIn(data);
        if (resultUri !== null && origin !== siteOrigin) throw new LatchkeyError('embedded-wallet/untrusted-origin', { origin });
        isOpened ||= origin === siteOrigin && isPopupOpened(data);
        return resultUri;
      }),
      filter((resultUri) => resultUri !== null),
    );
    const closed$ = timer(POLL_MS, POLL_MS, clock.scheduler).pipe(
      filter(() => popup.closed),
      map(() => {
        if (isOpened || clock.now() - start > CUT_OFF_MS) throw new LatchkeyError('embedded-wallet/popup-closed', { provider });
        return null;
      }),
    );
    return firstValueFrom(merge(results$, closed$).pipe(throwOnAbort(signal)));
  }

  /** Leaves the page for the provider, which returns to it. Never resolves. */
  #leavePage(provider: SocialLoginProvider, uri: string, signal: AbortSignal): Promise<never> {
    const { browser, login } = this.#deps;
    const { telegram, iframe } = browser.platform;
    // Pages of providers do not load in frames. Telegram's own are the page.
    if (iframe && !telegram) throw new LatchkeyError('embedded-wallet/popup-blocked', { provider });
    const address = withReturnPage(uri, browser.location?.href ?? '');
    if (address === null) throw new LatchkeyError('secure-frame/error-reply', { action: 'GET_SOCIAL_REDIRECT_URI', reason: null });
    login.rememberPendingProvider(provider);
    browser.open(address, telegram ? '_top' : '_self');
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
  }
}
