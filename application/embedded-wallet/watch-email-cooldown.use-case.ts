import { distinctUntilChanged, map, NEVER, type Observable, startWith, switchMap, takeUntil, takeWhile, timer } from 'rxjs';
import { emailCooldownSeconds } from '../../domain/embedded-wallet/email-cooldown.js';
import type { Clock } from '../ports/clock.port.js';
import type { FrameLoginRepository } from './frame-login.repository.js';

const SECOND_MS = 1_000;

/** Seconds until a code can be requested again; 0 if it can be now. */
export interface EmailCooldown {
  readonly seconds: number;
}

/** Emits the seconds until another code can be requested: the current value, then each second. */
export class WatchEmailCooldown {
  readonly #login: FrameLoginRepository;
  readonly #clock: Clock;
  readonly #disposed$: Observable<unknown>;

  /** @param disposed$ emits when the client is disposed of */
  constructor(login: FrameLoginRepository, clock: Clock, disposed$: Observable<unknown> = NEVER) {
    this.#login = login;
    this.#clock = clock;
    this.#disposed$ = disposed$;
  }

  /** The current value, for synchronous readers. */
  current(): EmailCooldown {
    return { seconds: emailCooldownSeconds(this.#login.codeRequestedAt, this.#clock.now()) };
  }

  execute(): Observable<EmailCooldown> {
    return this.#login.changes$.pipe(
      startWith(undefined),
      switchMap(() =>
        timer(SECOND_MS, SECOND_MS, this.#clock.scheduler).pipe(
          startWith(0),
          map(() => this.current()),
          takeWhile(({ seconds }) => seconds > 0, true),
        ),
      ),
      takeUntil(this.#disposed$),
      distinctUntilChanged((a, b) => a.seconds === b.seconds),
    );
  }
}
