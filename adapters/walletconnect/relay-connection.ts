import { filter, firstValueFrom, type Observable, race, Subject, type Subscription, skip, TimeoutError, timer } from 'rxjs';
import type { Browser } from '../../application/ports/browser.port.js';
import type { RelayError, RelayStatus } from '../../application/ports/relay.port.js';
import { abortable } from '../../application/shared/abortable.js';
import { throwOnAbort } from '../../application/shared/aborted.js';
import { requestWithTimeout } from '../../application/shared/request-with-timeout.js';
import { StateSubject } from '../../application/shared/state-subject.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { randomHex } from './random-hex.js';
import { isRefusal, RelayDialer, type RelayDialerOptions, unauthorized } from './relay-dialer.js';
import type { Push } from './relay-frames.js';
import { RelayRefusal, type RelaySocket, SocketClosed } from './relay-socket.js';

export interface RelayConnectionOptions extends RelayDialerOptions {
  readonly browser: Pick<Browser, 'visible$' | 'online$'>;
  readonly onPush: (push: Push, socket: RelaySocket) => void;
  /**
   * Called before several topics are subscribed in one call. The returned function is called when that has succeeded or failed. The messages
   * of a single topic arrive in order and need no gathering.
   */
  readonly onSubscribing: () => () => void;
}

const nameOf = (status: RelayStatus): string => (status.type === 'failed' ? status.error.code : status.type);

/** Returns whether two states look the same to subscribers. */
const isSameStatus = (a: RelayStatus, b: RelayStatus): boolean => nameOf(a) === nameOf(b);

const FIRST_RETRY_MS = 100;
const RETRY_STEP_MS = 1_000;
const MAX_RETRY_MS = 10_000;

/** Delay before the next attempt: 0.1 s after the first failure, then one second more after each, at most 10 s. */
const backoffMs = (failures: number): number => (failures < 2 ? FIRST_RETRY_MS : Math.min((failures - 1) * RETRY_STEP_MS, MAX_RETRY_MS));

/** Timeouts of the relay connection, in milliseconds. */
const TIMEOUTS = {
  /** Response timeout of a call. */
  callMs: 10_000,
  /** Response timeout of the probe after the page was hidden or offline. */
  checkMs: 1_000,
  /** Time without incoming frames after which the connection is probed. */
  silenceMs: 60_000,
  /** Time for which a call waits until a lost connection is restored. */
  reconnectMs: 8_000,
  /** Time for which an unused connection is kept open. */
  idleMs: 10_000,
  /** A connection that is lost sooner counts as a failed attempt. */
  steadyMs: 10_000,
} as const;

/** Maximum number of attempts of a call that gets no response. */
const MAX_CALL_ATTEMPTS = 3;

/**
 * Connection to the relay: opened on demand, kept open while topics are subscribed, and reopened with backoff when it is lost. It is not
 * reopened after the relay rejected the client.
 */
export class RelayConnection {
  readonly #options: RelayConnectionOptions;
  readonly #dialer: RelayDialer;
  readonly #status = new StateSubject<RelayStatus>({ type: 'closed' });
  /** Subscribed topics, each with the latest caller. */
  readonly #topics = new Map<string, object>();
  /** Random topic without messages, whose subscription makes the relay respond. */
  readonly #probeTopic = randomHex();
  readonly #controller = new AbortController();
  #socket: RelaySocket | null = null;
  #opening: Promise<void> | null = null;
  /** Aborts the current connection attempt. */
  #attempting: AbortController | null = null;
  /** Ends the current backoff. */
  readonly #skipBackoff = new Subject<void>();
  #refused: RelayError | null = null;
  /** Failed attempts and lost connections since the last stable connection. */
  #failures = 0;
  #openedAt = 0;
  /** Number of pending calls. */
  #busy = 0;
  /** Set by `close`: the connection stays closed until the next call. */
  #isClosedManually = false;
  #timer: Subscription | null = null;
  #browserSubscription: Subscription | null = null;

  constructor(options: RelayConnectionOptions) {
    this.#options = options;
    this.#dialer = new RelayDialer(options);
  }

  get status$(): Observable<RelayStatus> {
    return this.#status.value$;
  }

  isSubscribed(topic: string): boolean {
    return this.#topics.has(topic);
  }

  /** Opens the connection, also after a rejection by the relay. */
  async open(signal: AbortSignal): Promise<void> {
    if (!signal.aborted) this.#refused = null;
    await this.#withSocket(signal, async () => undefined, false);
  }

  /** Calls the relay. @throws RelayRefusal, LatchkeyError `relay/unreachable`, `relay/unauthorized`, or the signal's reason */
  request(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    return this.#withSocket(signal, (socket) => socket.request(method, params, TIMEOUTS.callMs, signal));
  }

  /** Subscribes topics; resolves when the relay has confirmed. After a failure they stay subscribed, after an abort they do not. */
  async subscribe(topics: readonly string[], signal: AbortSignal): Promise<void> {
    const caller = {};
    const added = topics.filter((topic) => !this.#topics.has(topic));
    for (const topic of topics) this.#topics.set(topic, caller);
    try {
      await this.#withSocket(signal, (socket) => {
        const missing = topics.filter((topic) => this.#topics.has(topic) && !socket.subscriptions.has(topic));
        return this.#subscribe(socket, missing, TIMEOUTS.callMs, signal);
      });
    } catch (error) {
      if (signal.aborted) void this.unsubscribe(added.filter((topic) => this.#topics.get(topic) === caller));
      throw error instanceof RelayRefusal ? this.#dialer.unreachable(error) : error;
    }
  }

  /** Unsubscribes topics, also at the relay if the connection is open. The relay's response is ignored. */
  async unsubscribe(topics: readonly string[]): Promise<void> {
    const socket = this.#socket;
    for (const topic of topics) this.#topics.delete(topic);
    // The current attempt belongs to no caller any more. The next caller starts a new one.
    if (this.#topics.size === 0 && this.#busy === 0) this.#abortAttempt(new SocketClosed(0, ''));
    this.#scheduleIdleCheck();
    const calls = topics.map(async (topic) => {
      const id = socket?.subscriptions.get(topic);
      if (id === undefined) return;
      socket?.subscriptions.delete(topic);
      await socket?.request('irn_unsubscribe', { topic, id }, TIMEOUTS.callMs, new AbortController().signal);
    });
    await Promise.allSettled(calls);
  }

  /** Closes the connection until the next call. Topics stay subscribed. */
  close(): void {
    this.#isClosedManually = true;
    this.#close({ type: 'closed' });
    this.#opening?.then(() => this.#isClosedManually && this.#close({ type: 'closed' })).catch(() => undefined);
  }

  dispose(): void {
    this.#topics.clear();
    this.#controller.abort(new LatchkeyError('config/disposed', {}));
    this.#abortAttempt(this.#controller.signal.reason);
    this.#close({ type: 'closed' });
    this.#status.complete();
  }

  /** Runs an action on the open connection, and again on the next one if it is lost. @param shouldReconnect whether to wait for a lost connection */
  async #withSocket<T>(signal: AbortSignal, act: (socket: RelaySocket) => Promise<T>, shouldReconnect = true): Promise<T> {
    signal.throwIfAborted();
    const { clock } = this.#options;
    this.#isClosedManually = false;
    this.#busy += 1;
    let [unanswered, shouldBackOff, deadline] = [0, false, 0];
    this.#skipBackoff.next();
    try {
      for (;;) {
        if (this.#refused !== null) throw this.#refused;
        const socket = this.#socket;
        if (socket === null) {
          if (shouldReconnect && this.#openedAt > 0) deadline ||= clock.now() + TIMEOUTS.reconnectMs;
          await this.#waitForAttempt(this.#connect(shouldBackOff), deadline, signal);
          shouldBackOff ||= deadline > 0;
          continue;
        }
        [shouldBackOff, deadline] = [true, 0];
        try {
          return await abortable(act(socket), signal);
        } catch (error) {
          if (error instanceof TimeoutError) this.#lose(new SocketClosed(0, ''), socket);
          else if (!(error instanceof SocketClosed)) throw error;
          unanswered += error instanceof TimeoutError ? 1 : 0;
          if (unanswered === MAX_CALL_ATTEMPTS) throw this.#dialer.unreachable(error);
        }
      }
    } finally {
      this.#busy -= 1;
      this.#reconnectIfNeeded();
    }
  }

  /**
   * Waits for a connection attempt. With a deadline, an attempt that fails before it resolves too, so that the caller can try again.
   * @param deadline milliseconds since 1970; 0 to reject on the first failure
   */
  async #waitForAttempt(attempt: Promise<void>, deadline: number, signal: AbortSignal): Promise<void> {
    if (deadline === 0) return abortable(attempt, signal);
    const { clock } = this.#options;
    try {
      await requestWithTimeout(Math.max(0, deadline - clock.now()), clock, signal, () => attempt);
    } catch (error) {
      if (error instanceof TimeoutError) throw this.#dialer.unreachable(error);
      if (!isLatchkeyError(error, 'relay/unreachable') || clock.now() >= deadline) throw error;
    }
  }

  /** Opens the connection. Concurrent callers share one attempt. */
  #connect(shouldBackOff: boolean): Promise<void> {
    if (this.#opening !== null) return this.#opening;
    this.#controller.signal.throwIfAborted();
    this.#watchBrowser();
    // The status stays `failed` during automatic reconnects.
    if (this.#busy > 0 || this.#status.value.type !== 'failed') this.#setStatus({ type: 'opening' });
    const attempting = new AbortController();
    const opening = this.#attempt(shouldBackOff, attempting.signal).finally(() => {
      if (this.#opening === opening) this.#opening = null;
    });
    this.#attempting = attempting;
    this.#opening = opening;
    opening.catch(() => undefined).then(() => this.#reconnectIfNeeded());
    return opening;
  }

  #abortAttempt(reason: unknown): void {
    this.#attempting?.abort(reason);
    this.#opening = null;
  }

  async #attempt(shouldBackOff: boolean, signal: AbortSignal): Promise<void> {
    try {
      if (shouldBackOff) {
        const paused$ = timer(backoffMs(this.#failures), this.#options.clock.scheduler);
        await firstValueFrom(race(paused$, this.#skipBackoff).pipe(throwOnAbort(signal)));
      }
      const socket = await this.#dialer.dial(
        { onPush: this.#options.onPush, onClose: (closed, socket) => this.#lose(closed, socket) },
        (socket, handshakeSignal) => this.#handshake(socket, handshakeSignal),
        signal,
      );
      if (signal.aborted) socket.close();
      signal.throwIfAborted();
      this.#openedAt = this.#options.clock.now();
      this.#socket = socket;
      // The connection may have been lost before it was assigned.
      if (socket.closed === null) this.#setStatus({ type: 'open' });
      else this.#lose(socket.closed, socket);
    } catch (error) {
      signal.throwIfAborted();
      this.#failures += 1;
      if (isLatchkeyError(error, 'relay/unauthorized')) this.#setRefused(error);
      else if (isLatchkeyError(error, 'relay/unreachable')) this.#setStatus({ type: 'failed', error });
      // Any other error is local, such as a missing dependency.
      else this.#setStatus({ type: 'closed' });
      throw error;
    }
  }

  /** Subscribes all topics. The relay rejects an unauthorized client only after opening, so a response shows that it was accepted. */
  async #handshake(socket: RelaySocket, signal: AbortSignal): Promise<void> {
    if (this.#topics.size > 0) return this.#subscribe(socket, [...this.#topics.keys()], TIMEOUTS.callMs, signal);
    try {
      await socket.request('irn_batchSubscribe', { topics: [this.#probeTopic] }, TIMEOUTS.callMs, signal);
    } catch (error) {
      if (!(error instanceof RelayRefusal)) throw error;
    }
  }

  async #subscribe(socket: RelaySocket, topics: readonly string[], timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (topics.length === 0) return;
    const done = topics.length === 1 ? () => undefined : this.#options.onSubscribing();
    try {
      await socket.subscribe(topics, timeoutMs, signal);
    } finally {
      done();
    }
  }

  /** Handles a connection that was lost or is unusable. */
  #lose(closed: SocketClosed, socket: RelaySocket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    socket.close();
    const isSteady = this.#options.clock.now() - this.#openedAt >= TIMEOUTS.steadyMs;
    this.#failures = isSteady ? 1 : this.#failures + 1;
    // A stable connection is closed for a new reason, such as an expired token. The next attempt uses a new token.
    if (isRefusal(closed) && !isSteady) this.#setRefused(unauthorized(closed));
    this.#reconnectIfNeeded();
  }

  #setRefused(error: RelayError): void {
    this.#refused = error;
    this.#setStatus({ type: 'failed', error });
  }

  #setStatus(status: RelayStatus): void {
    if (!isSameStatus(status, this.#status.value)) this.#status.next(status);
  }

  /** Reopens the connection if a topic is subscribed. Pending calls reopen it themselves. */
  #reconnectIfNeeded(): void {
    this.#scheduleIdleCheck();
    if (this.#controller.signal.aborted || this.#socket !== null) return;
    if (this.#topics.size > 0 && this.#refused === null && !this.#isClosedManually) this.#connect(true).catch(() => undefined);
    else if (this.#busy === 0 && this.#opening === null)
      this.#close(this.#status.value.type === 'failed' ? this.#status.value : { type: 'closed' });
  }

  /** Starts the timer that closes an unused connection or probes a silent one. */
  #scheduleIdleCheck(): void {
    this.#timer?.unsubscribe();
    this.#timer = null;
    if (this.#socket === null || this.#busy > 0) return;
    const { scheduler } = this.#options.clock;
    this.#timer =
      this.#topics.size === 0
        ? scheduler.schedule(() => this.#close({ type: 'closed' }), TIMEOUTS.idleMs)
        : scheduler.schedule(() => this.#checkSilence(), TIMEOUTS.silenceMs);
  }

  #checkSilence(): void {
    if (this.#options.clock.now() - (this.#socket?.lastReceivedAt ?? 0) >= TIMEOUTS.silenceMs) this.#probe();
    this.#scheduleIdleCheck();
  }

  /** Probes the connection when the page becomes visible or online: it may have been lost without a close event. */
  #watchBrowser(): void {
    if (this.#browserSubscription !== null) return;
    const { visible$, online$ } = this.#options.browser;
    // The first value is the current state.
    const check = (is$: Observable<boolean>): Subscription => is$.pipe(skip(1), filter(Boolean)).subscribe(() => this.#probe());
    this.#browserSubscription = check(visible$);
    this.#browserSubscription.add(check(online$));
  }

  #probe(): void {
    const socket = this.#socket;
    this.#skipBackoff.next();
    if (socket === null) return;
    const topics = this.#topics.size > 0 ? [...this.#topics.keys()] : [this.#probeTopic];
    this.#subscribe(socket, topics, TIMEOUTS.checkMs, this.#controller.signal).catch((error: unknown) => {
      if (error instanceof TimeoutError) this.#lose(new SocketClosed(0, ''), socket);
    });
  }

  #close(status: RelayStatus): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#failures = 0;
    this.#scheduleIdleCheck();
    this.#browserSubscription?.unsubscribe();
    this.#browserSubscription = null;
    this.#setStatus(status);
  }
}
