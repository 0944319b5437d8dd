import { filter, firstValueFrom, type Observable, race, Subject, type Subscription, skip, TimeoutError, timer } from 'rxjs';
import type { Browser } from '../../application/ports/browser.port.js';
import type { RelayError, RelayStatus } from '../../application/ports/relay.port.js';
import { abortable } from '../../application/shared/abortable.js';
import { throwOnAbort } from '../../application/shared/aborted.js';
import { askWithin } from '../../application/shared/ask-within.js';
import { StateSubject } from '../../application/shared/state-subject.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { randomHex } from './random-hex.js';
import { isRefusal, RelayDialer, type RelayDialerOptions, unauthorized } from './relay-dialer.js';
import type { Push } from './relay-frames.js';
import { RelayRefusal, type RelaySocket, SocketClosed } from './relay-socket.js';

/** What a line to the relay is made of. */
export interface RelayLineOptions extends RelayDialerOptions {
  readonly browser: Pick<Browser, 'visible$' | 'online$'>;
  readonly onPush: (push: Push, socket: RelaySocket) => void;
  /**
   * Called when several topics are about to be subscribed at once; what it returns is called when they are, or when that failed. The messages
   * of a single one come in their order: a pairing waits for nothing.
   */
  readonly onSubscribing: () => () => void;
}

const nameOf = (status: RelayStatus): string => (status.type === 'failed' ? status.error.code : status.type);

/** Whether two states of a line say the same to whoever watches it. */
const isSameStatus = (one: RelayStatus, other: RelayStatus): boolean => nameOf(one) === nameOf(other);

const FIRST_MS = 100;
const STEP_MS = 1_000;
const LONGEST_MS = 10_000;

/** How long to wait before another attempt: 0.1 s after the first failure, then a second more after each, at most 10 s. */
const pauseAfter = (failures: number): number => (failures < 2 ? FIRST_MS : Math.min((failures - 1) * STEP_MS, LONGEST_MS));

/** How long a line to the relay waits for what, in milliseconds. */
const LINE_TIMES = {
  /** For the answer to a call. */
  callMs: 10_000,
  /** A page that was hidden or offline learns this soon that its line is dead. */
  checkMs: 1_000,
  /** A line over which nothing came for so long may be dead. */
  silenceMs: 60_000,
  /** Whoever needs a line that stood once waits for so long until it stands again. */
  patienceMs: 8_000,
  /** A line that nobody needs is kept for so long. */
  idleMs: 10_000,
  /** A line that breaks sooner is no better than one that cannot be opened. */
  steadyMs: 10_000,
} as const;

/** How often a call may stay without an answer. */
const CALL_TRIES = 3;

/**
 * The line to the relay: opened when it is needed and kept while a topic is wanted. Opened again after a growing pause when
 * it is lost; left alone when the relay refuses it.
 */
export class RelayLine {
  readonly #options: RelayLineOptions;
  readonly #dialer: RelayDialer;
  readonly #status = new StateSubject<RelayStatus>({ type: 'closed' });
  /** By whom each topic was asked for last. */
  readonly #wanted = new Map<string, object>();
  /** A mailbox that nobody knows: to subscribe to it asks nothing of the relay but an answer. */
  readonly #unused = randomHex();
  readonly #life = new AbortController();
  #socket: RelaySocket | null = null;
  #opening: Promise<void> | null = null;
  /** Gives up the attempt that is under way. */
  #attempting: AbortController | null = null;
  /** Ends the pause before the next attempt. */
  readonly #hurry = new Subject<void>();
  #refused: RelayError | null = null;
  /** Attempts that failed, and lines that broke, since the line was last steady. */
  #failures = 0;
  #openedAt = 0;
  /** Calls under way. */
  #busy = 0;
  /** Whether it was closed by hand: it stays so until somebody needs it. */
  #isLeft = false;
  #timer: Subscription | null = null;
  #watching: Subscription | null = null;

  constructor(options: RelayLineOptions) {
    this.#options = options;
    this.#dialer = new RelayDialer(options);
  }

  get status$(): Observable<RelayStatus> {
    return this.#status.value$;
  }

  isWanted(topic: string): boolean {
    return this.#wanted.has(topic);
  }

  /** Opens the line, also after a refusal. */
  async open(signal: AbortSignal): Promise<void> {
    if (!signal.aborted) this.#refused = null;
    await this.#use(signal, async () => undefined, false);
  }

  /** Calls the relay. @throws RelayRefusal, LatchkeyError `relay/unreachable`, `relay/unauthorized`, or the signal's reason */
  request(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    return this.#use(signal, (socket) => socket.request(method, params, LINE_TIMES.callMs, signal));
  }

  /** Wants topics from now on; resolves when the relay knows. A failure leaves them wanted, an abort does not. */
  async subscribe(topics: readonly string[], signal: AbortSignal): Promise<void> {
    const ask = {};
    const added = topics.filter((topic) => !this.#wanted.has(topic));
    for (const topic of topics) this.#wanted.set(topic, ask);
    try {
      await this.#use(signal, (socket) => {
        const missing = topics.filter((topic) => this.#wanted.has(topic) && !socket.subscriptions.has(topic));
        return this.#subscribe(socket, missing, LINE_TIMES.callMs, signal);
      });
    } catch (error) {
      if (signal.aborted) void this.unsubscribe(added.filter((topic) => this.#wanted.get(topic) === ask));
      throw error instanceof RelayRefusal ? this.#dialer.unreachable(error) : error;
    }
  }

  /** Wants topics no longer. Tells the relay if the line is open; what it answers makes no difference. */
  async unsubscribe(topics: readonly string[]): Promise<void> {
    const socket = this.#socket;
    for (const topic of topics) this.#wanted.delete(topic);
    // Whoever comes next must not wait for an attempt that began for nobody who is still there.
    if (this.#wanted.size === 0 && this.#busy === 0) this.#giveUp(new SocketClosed(0, ''));
    this.#rest();
    const calls = topics.map(async (topic) => {
      const id = socket?.subscriptions.get(topic);
      if (id === undefined) return;
      socket?.subscriptions.delete(topic);
      await socket?.request('irn_unsubscribe', { topic, id }, LINE_TIMES.callMs, new AbortController().signal);
    });
    await Promise.allSettled(calls);
  }

  /** Closes the line until the next call that needs it. What is wanted stays wanted. */
  leave(): void {
    this.#isLeft = true;
    this.#close({ type: 'closed' });
    this.#opening?.then(() => this.#isLeft && this.#close({ type: 'closed' })).catch(() => undefined);
  }

  dispose(): void {
    this.#wanted.clear();
    this.#life.abort(new LatchkeyError('config/disposed', {}));
    this.#giveUp(this.#life.signal.reason);
    this.#close({ type: 'closed' });
    this.#status.complete();
  }

  /** Does something over the open line, and again over the next one when it is lost. @param isEnduring one that stood once is waited for */
  async #use<T>(signal: AbortSignal, act: (socket: RelaySocket) => Promise<T>, isEnduring = true): Promise<T> {
    signal.throwIfAborted();
    const { clock } = this.#options;
    this.#isLeft = false;
    this.#busy += 1;
    let [unanswered, isPatient, endsAt] = [0, false, 0];
    this.#hurry.next();
    try {
      for (;;) {
        if (this.#refused !== null) throw this.#refused;
        const socket = this.#socket;
        if (socket === null) {
          if (isEnduring && this.#openedAt > 0) endsAt ||= clock.now() + LINE_TIMES.patienceMs;
          await this.#await(this.#begin(isPatient), endsAt, signal);
          isPatient ||= endsAt > 0;
          continue;
        }
        [isPatient, endsAt] = [true, 0];
        try {
          return await abortable(act(socket), signal);
        } catch (error) {
          if (error instanceof TimeoutError) this.#lose(new SocketClosed(0, ''), socket);
          else if (!(error instanceof SocketClosed)) throw error;
          unanswered += error instanceof TimeoutError ? 1 : 0;
          if (unanswered === CALL_TRIES) throw this.#dialer.unreachable(error);
        }
      }
    } finally {
      this.#busy -= 1;
      this.#goOn();
    }
  }

  /**
   * Waits for an attempt to open the line. With patience, one that fails before the time is up resolves too: there may be another.
   * @param endsAt milliseconds since 1970; 0 for who takes the first failure for an answer
   */
  async #await(attempt: Promise<void>, endsAt: number, signal: AbortSignal): Promise<void> {
    if (endsAt === 0) return abortable(attempt, signal);
    const { clock } = this.#options;
    try {
      await askWithin(Math.max(0, endsAt - clock.now()), clock, signal, () => attempt);
    } catch (error) {
      if (error instanceof TimeoutError) throw this.#dialer.unreachable(error);
      if (!isLatchkeyError(error, 'relay/unreachable') || clock.now() >= endsAt) throw error;
    }
  }

  /** Opens the line; who comes meanwhile waits for the same attempt. */
  #begin(isPatient: boolean): Promise<void> {
    if (this.#opening !== null) return this.#opening;
    this.#life.signal.throwIfAborted();
    this.#watch();
    // A failure stays on show while the line tries by itself.
    if (this.#busy > 0 || this.#status.value.type !== 'failed') this.#show({ type: 'opening' });
    const attempting = new AbortController();
    const opening = this.#attempt(isPatient, attempting.signal).finally(() => {
      if (this.#opening === opening) this.#opening = null;
    });
    this.#attempting = attempting;
    this.#opening = opening;
    opening.catch(() => undefined).then(() => this.#goOn());
    return opening;
  }

  #giveUp(reason: unknown): void {
    this.#attempting?.abort(reason);
    this.#opening = null;
  }

  async #attempt(isPatient: boolean, signal: AbortSignal): Promise<void> {
    try {
      if (isPatient) {
        const paused$ = timer(pauseAfter(this.#failures), this.#options.clock.scheduler);
        await firstValueFrom(race(paused$, this.#hurry).pipe(throwOnAbort(signal)));
      }
      const socket = await this.#dialer.dial(
        { onPush: this.#options.onPush, onClose: (closed, socket) => this.#lose(closed, socket) },
        (socket, asked) => this.#greet(socket, asked),
        signal,
      );
      if (signal.aborted) socket.close();
      signal.throwIfAborted();
      this.#openedAt = this.#options.clock.now();
      this.#socket = socket;
      // It may have broken again before anybody was listening.
      if (socket.closed === null) this.#show({ type: 'open' });
      else this.#lose(socket.closed, socket);
    } catch (error) {
      signal.throwIfAborted();
      this.#failures += 1;
      if (isLatchkeyError(error, 'relay/unauthorized')) this.#refuse(error);
      else if (isLatchkeyError(error, 'relay/unreachable')) this.#show({ type: 'failed', error });
      // What is missing here is not the relay's fault.
      else this.#show({ type: 'closed' });
      throw error;
    }
  }

  /** Asks for everything that is wanted. What the relay answers shows that it accepts the client, which it says only after opening. */
  async #greet(socket: RelaySocket, signal: AbortSignal): Promise<void> {
    if (this.#wanted.size > 0) return this.#subscribe(socket, [...this.#wanted.keys()], LINE_TIMES.callMs, signal);
    try {
      await socket.request('irn_batchSubscribe', { topics: [this.#unused] }, LINE_TIMES.callMs, signal);
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

  /** The line broke, or is given up. */
  #lose(closed: SocketClosed, socket: RelaySocket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    socket.close();
    const isSteady = this.#options.clock.now() - this.#openedAt >= LINE_TIMES.steadyMs;
    this.#failures = isSteady ? 1 : this.#failures + 1;
    // A line that stood is refused for what has changed since, such as a token whose time is over: the next has one of its own.
    if (isRefusal(closed) && !isSteady) this.#refuse(unauthorized(closed));
    this.#goOn();
  }

  #refuse(error: RelayError): void {
    this.#refused = error;
    this.#show({ type: 'failed', error });
  }

  #show(status: RelayStatus): void {
    if (!isSameStatus(status, this.#status.value)) this.#status.next(status);
  }

  /** Opens the line again if a topic is wanted; calls under way do so by themselves. */
  #goOn(): void {
    this.#rest();
    if (this.#life.signal.aborted || this.#socket !== null) return;
    if (this.#wanted.size > 0 && this.#refused === null && !this.#isLeft) this.#begin(true).catch(() => undefined);
    else if (this.#busy === 0 && this.#opening === null)
      this.#close(this.#status.value.type === 'failed' ? this.#status.value : { type: 'closed' });
  }

  /** Sets the timer that closes a line nobody needs, or asks one that was silent for long. */
  #rest(): void {
    this.#timer?.unsubscribe();
    this.#timer = null;
    if (this.#socket === null || this.#busy > 0) return;
    const { scheduler } = this.#options.clock;
    this.#timer =
      this.#wanted.size === 0
        ? scheduler.schedule(() => this.#close({ type: 'closed' }), LINE_TIMES.idleMs)
        : scheduler.schedule(() => this.#listen(), LINE_TIMES.silenceMs);
  }

  #listen(): void {
    if (this.#options.clock.now() - (this.#socket?.heardAt ?? 0) >= LINE_TIMES.silenceMs) this.#check();
    this.#rest();
  }

  /** A page that is shown again or comes online may have lost its line without a word. */
  #watch(): void {
    if (this.#watching !== null) return;
    const { visible$, online$ } = this.#options.browser;
    // The first value is how things are.
    const check = (is$: Observable<boolean>): Subscription => is$.pipe(skip(1), filter(Boolean)).subscribe(() => this.#check());
    this.#watching = check(visible$);
    this.#watching.add(check(online$));
  }

  #check(): void {
    const socket = this.#socket;
    this.#hurry.next();
    if (socket === null) return;
    const topics = this.#wanted.size > 0 ? [...this.#wanted.keys()] : [this.#unused];
    this.#subscribe(socket, topics, LINE_TIMES.checkMs, this.#life.signal).catch((error: unknown) => {
      if (error instanceof TimeoutError) this.#lose(new SocketClosed(0, ''), socket);
    });
  }

  #close(status: RelayStatus): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#failures = 0;
    this.#rest();
    this.#watching?.unsubscribe();
    this.#watching = null;
    this.#show(status);
  }
}
