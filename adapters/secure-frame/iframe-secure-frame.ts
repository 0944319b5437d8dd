import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import { type Observable, Subject, type Subscription } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import type { SecureFrame } from '../../application/ports/secure-frame.port.js';
import { onAbort } from '../../application/shared/on-abort.js';
import type { FrameAction, FramePayload, FrameReply } from '../../domain/embedded-wallet/frame-actions.js';
import {
  type Envelope,
  type FrameEvent,
  formatAbort,
  formatReceived,
  formatRequest,
  parseFrameEvent,
  parseReply,
  readEnvelope,
  validatePayload,
} from '../../domain/embedded-wallet/frame-messages.js';
import { frameTimeoutMs, isRepeatable, needsApproval, type RuledRequest } from '../../domain/embedded-wallet/frame-rules.js';
import type { ErrorContexts } from '../../domain/errors/error-contexts.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { pinnedBundleOf } from '../../domain/options/pinned-bundle.js';

/** Time limit for the frame to report that it is ready. */
const READY_TIMEOUT_MS = 30_000;
/** Time from the frame's load event to its ready message, after which a pinned bundle is looked for. */
const BUNDLE_CHECK_MS = 1_000;
/** Bytes of a request's id: 128 bits, so that no other window can guess it. */
const ID_BYTES = 16;
/** Size of the frame over a page without the modal: a card in the middle, on narrow pages a sheet at the bottom. */
const HEIGHT_PX = 600;
const WIDTH_PX = 360;
const SHEET_WIDTH_PX = 430;
/** Half of the header that other hosts show above the frame. */
const OFFSET_PX = 32;

/** Requests of a login that the site answers by itself: without a reply, the app or the site is not set up. */
const LOGIN_ACTIONS: readonly FrameAction[] = ['CONNECT_EMAIL', 'CONNECT_OTP', 'CONNECT_SOCIAL', 'GET_SOCIAL_REDIRECT_URI'];

/** The members of a window that the frame needs. */
type FramePage = Pick<Window, 'document' | 'addEventListener' | 'removeEventListener'> & Partial<Pick<Window, 'innerWidth'>>;

/** Dependencies of {@link IframeSecureFrame}. */
export interface IframeSecureFrameDeps {
  /** Window of the page; `undefined` outside of one. */
  readonly page: () => FramePage | undefined;
  /** Parent of the frame, which never changes: a frame that is moved reloads. */
  readonly container: () => Element;
  /** URL of the frame, with its query. Called when the frame is loaded. */
  readonly url: () => string;
  readonly clock: Clock;
  /** Called when the frame does not become ready, or does not reply to a request of a login in time. */
  readonly onTimeout?: () => void;
  /** Tests whether a URL of the site is there, for a bundle that the app pins. Only a site that responds that it is not counts. */
  readonly exists?: (url: string) => Promise<boolean>;
  /** Called when the site does not have the bundle that the app pins. */
  readonly onBundleMissing?: (error: LatchkeyError<'secure-frame/bundle-not-found'>) => void;
  /** Called when the Content-Security-Policy of the page blocks frames of the site. */
  readonly onBlocked?: (siteOrigin: string) => void;
}

interface PendingRequest extends RuledRequest {
  readonly envelope: Envelope;
  /** Settles the request; false for a message that is not its reply. */
  readonly settle: (outcome: { readonly reply: Envelope } | { readonly error: unknown }) => boolean;
  /** Settles the request, and has the frame take it off its screen. */
  readonly abort: (error: unknown) => void;
  /** Starts the time limit again. */
  readonly startTimer: () => void;
  isPosted: boolean;
}

/**
 * The secure frame in an `<iframe>` of the page. Messages go to the exact origin of the site; those that come count only if origin and
 * source are the frame's. Malformed ones are counted and dropped.
 * @see https://html.spec.whatwg.org/multipage/web-messaging.html#authors
 */
export class IframeSecureFrame implements SecureFrame {
  readonly #deps: IframeSecureFrameDeps;
  readonly #events = new Subject<FrameEvent>();
  readonly #pending = new Map<string, PendingRequest>();
  #frame: HTMLIFrameElement | null = null;
  #origin = '';
  #isReady = false;
  /** The frame knows messages that only our frames know: it has sent one. */
  #knowsExtension = false;
  #isVisible = false;
  #heightPx = HEIGHT_PX;
  #isDisposed = false;
  #readyTimer: Subscription | null = null;
  #bundleTimer: Subscription | null = null;
  #dropped = 0;

  constructor(deps: IframeSecureFrameDeps) {
    this.#deps = deps;
  }

  get events$(): Observable<FrameEvent> {
    return this.#events.asObservable();
  }

  /** Number of messages that came from the frame's window and origin, and were malformed or belonged to no request. */
  get droppedMessages(): number {
    return this.#dropped;
  }

  async request<Action extends FrameAction>(
    action: Action,
    payload: FramePayload<Action>,
    signal: AbortSignal,
  ): Promise<FrameReply<Action>> {
    signal.throwIfAborted();
    if (this.#isDisposed) throw new LatchkeyError('config/disposed', {});
    if (this.#deps.page() === undefined) throw new LatchkeyError('secure-frame/not-set', {});
    const parsed = validatePayload(action, payload);
    const id = bytesToHex(randomBytes(ID_BYTES));
    const method = action === 'RPC_REQUEST' ? (parsed as FramePayload<'RPC_REQUEST'>).method : null;
    const request: RuledRequest = { action, method };
    return new Promise((resolve, reject) => {
      let timer: Subscription | null = null;
      const close = (): void => {
        this.#pending.delete(id);
        timer?.unsubscribe();
        removeAbortListener();
      };
      const settle: PendingRequest['settle'] = (outcome) => {
        if ('error' in outcome) {
          close();
          reject(outcome.error);
          return true;
        }
        const result = parseReply(action, outcome.reply);
        if (result === null) return false;
        close();
        if (result.status === 'success') resolve(result.payload);
        else reject(new LatchkeyError('secure-frame/error-reply', { action, reason: result.message || null }));
        return true;
      };
      const removeAbortListener = onAbort(signal, () => pending.abort(signal.reason));
      const startTimer = (): void => {
        timer?.unsubscribe();
        timer = this.#deps.clock.scheduler.schedule(() => {
          if (LOGIN_ACTIONS.includes(action)) this.#deps.onTimeout?.();
          pending.abort(noReplyError(request));
        }, frameTimeoutMs(request));
      };
      const abort: PendingRequest['abort'] = (error) => {
        settle({ error });
        if (pending.isPosted && this.#knowsExtension && this.#frame?.contentWindow != null) this.#send(formatAbort(id));
      };
      const envelope = formatRequest(action, id, parsed);
      const pending: PendingRequest = { ...request, envelope, settle, abort, startTimer, isPosted: false };
      this.#pending.set(id, pending);
      this.#load();
      if (this.#isReady) this.#post(pending);
    });
  }

  acknowledge(event: FrameEvent): void {
    if ('id' in event) this.#send(formatReceived(event.id));
  }

  setVisible(isVisible: boolean, heightPx = HEIGHT_PX): void {
    this.#isVisible = isVisible;
    this.#heightPx = heightPx;
    this.#place();
  }

  abortApprovals(): void {
    for (const request of [...this.#pending.values()]) if (needsApproval(request)) request.abort(abortedError(request, 'modal-closed'));
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#failAll(() => new LatchkeyError('config/disposed', {}));
    this.#unload();
    this.#events.complete();
  }

  /** Places the frame over the page. In the modal, the modal's styles place it. */
  #place(): void {
    if (this.#frame === null) return;
    const isSheet = (this.#deps.page()?.innerWidth ?? 0) <= SHEET_WIDTH_PX;
    Object.assign(this.#frame.style, {
      display: this.#isVisible ? 'block' : 'none',
      blockSize: `min(${this.#heightPx}px, 100dvh - ${2 * OFFSET_PX}px)`,
      inlineSize: isSheet ? '100%' : `${WIDTH_PX}px`,
      inset: isSheet ? 'auto 0 0' : `${2 * OFFSET_PX}px 0 0`,
      margin: isSheet ? '0' : 'auto',
    });
  }

  #load(): void {
    // The page may have removed the frame, together with the element around it.
    if (this.#frame?.isConnected === false) this.#unload();
    if (this.#frame !== null) return;
    const { container, url, clock } = this.#deps;
    const page = this.#deps.page();
    if (page === undefined) return;
    const address = url();
    this.#origin = new URL(address).origin;
    const frame = page.document.createElement('iframe');
    frame.id = 'lk-frame';
    frame.name = 'lk-frame';
    frame.title = 'Embedded wallet';
    frame.slot = 'secure-frame';
    frame.allow = 'publickey-credentials-get *; publickey-credentials-create *; clipboard-write';
    // The site tells the user which origin asks; the page may send no referrer otherwise.
    frame.referrerPolicy = 'strict-origin';
    Object.assign(frame.style, {
      position: 'fixed',
      zIndex: '999999',
      animationDelay: '0s, 50ms',
      border: '0',
      borderBottomLeftRadius: 'clamp(0px, var(--wui-border-radius-l), 44px)',
      borderBottomRightRadius: 'clamp(0px, var(--wui-border-radius-l), 44px)',
    });
    this.#frame = frame;
    this.#place();
    page.addEventListener('message', this.#onMessage);
    page.addEventListener('securitypolicyviolation', this.#onPolicyViolation);
    frame.addEventListener('error', () => this.#onLoadFailed(this.#deps.onTimeout));
    frame.addEventListener('load', () => this.#checkBundle(frame, address));
    this.#readyTimer = clock.scheduler.schedule(() => this.#onLoadFailed(this.#deps.onTimeout), READY_TIMEOUT_MS);
    frame.src = address;
    container().append(frame);
  }

  /** Removes the frame, so that the next request loads it again. */
  #unload(): void {
    this.#readyTimer?.unsubscribe();
    this.#bundleTimer?.unsubscribe();
    const page = this.#deps.page();
    page?.removeEventListener('message', this.#onMessage);
    page?.removeEventListener('securitypolicyviolation', this.#onPolicyViolation);
    this.#frame?.remove();
    this.#frame = null;
    this.#isReady = false;
  }

  /** A site that does not have the bundle sends a page all the same, so the frame only fails to become ready. */
  #checkBundle(frame: HTMLIFrameElement, address: string): void {
    const pinned = pinnedBundleOf(address.replace(/\?.*$/, ''));
    const { clock, exists, onBundleMissing } = this.#deps;
    if (pinned === null || exists === undefined || this.#isReady) return;
    const check = async (): Promise<void> => {
      // Out of reach, it may have it.
      if (await exists(`${pinned.folder}manifest.json`).catch(() => true)) return;
      if (frame !== this.#frame) return;
      const missing = () => new LatchkeyError('secure-frame/bundle-not-found', { digest: pinned.digest });
      this.#onLoadFailed(() => onBundleMissing?.(missing()), missing);
    };
    this.#bundleTimer?.unsubscribe();
    this.#bundleTimer = clock.scheduler.schedule(() => void check(), BUNDLE_CHECK_MS);
  }

  #onLoadFailed(report: (() => void) | undefined, error: () => LatchkeyError = loadFailed): void {
    if (this.#isReady) return;
    this.#unload();
    report?.();
    this.#failAll(error);
  }

  #failAll(error: () => LatchkeyError): void {
    for (const request of [...this.#pending.values()]) request.settle({ error: error() });
  }

  readonly #onMessage = ({ origin, source, data }: MessageEvent): void => {
    if (this.#frame === null || source !== this.#frame.contentWindow || origin !== this.#origin) return;
    const envelope = readEnvelope(data);
    const pending = envelope === null ? undefined : this.#pending.get(envelope.id);
    if (envelope !== null && pending?.isPosted === true && pending.settle({ reply: envelope })) return;
    const event = envelope === null ? null : parseFrameEvent(envelope);
    if (event === null) {
      this.#dropped += 1;
      return;
    }
    if (event.type === 'ready') this.#onReady();
    else if ('id' in event) this.#knowsExtension = true;
    this.#events.next(event);
  };

  /** The page's own policy blocks the frame. @see https://www.w3.org/TR/CSP3/#violation-events */
  readonly #onPolicyViolation = ({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    if (disposition !== 'enforce' || effectiveDirective !== 'frame-src' || !URL.canParse(blockedURI)) return;
    if (new URL(blockedURI).origin === this.#origin) this.#onLoadFailed(() => this.#deps.onBlocked?.(this.#origin));
  };

  #onReady(): void {
    this.#readyTimer?.unsubscribe();
    this.#bundleTimer?.unsubscribe();
    this.#isReady = true;
    for (const request of [...this.#pending.values()]) {
      // The document that had it is gone.
      if (request.isPosted && !isRepeatable(request)) request.settle({ error: noReplyError(request) });
      else this.#post(request);
    }
  }

  #post(request: PendingRequest): void {
    request.isPosted = true;
    request.startTimer();
    try {
      this.#send(request.envelope);
    } catch (cause) {
      // Such as a function among the parameters.
      const reason = 'it cannot be sent to another window';
      const { action } = request;
      request.settle({
        error: cause instanceof LatchkeyError ? cause : new LatchkeyError('secure-frame/invalid-payload', { action, reason }, { cause }),
      });
    }
  }

  #send(envelope: Envelope): void {
    const target = this.#frame?.contentWindow;
    if (target == null) throw new LatchkeyError('secure-frame/not-set', {});
    target.postMessage(envelope, this.#origin);
  }
}

const loadFailed = (): LatchkeyError => new LatchkeyError('secure-frame/load-failed', {});

const abortedError = ({ action, method }: RuledRequest, reason: ErrorContexts['secure-frame/request-aborted']['reason']): LatchkeyError =>
  method === null
    ? new LatchkeyError('secure-frame/aborted', { action })
    : new LatchkeyError('secure-frame/request-aborted', { method, reason });

const noReplyError = (request: RuledRequest): LatchkeyError => abortedError(request, 'no-reply');
