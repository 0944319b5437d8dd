import { lastValueFrom, type Observable, shareReplay, tap } from 'rxjs';
import type { Clock } from '../ports/clock.port.js';
import { throwOnAbort } from './aborted.js';
import { fromAbortable } from './from-abortable.js';

/** Lifetime of results. */
export interface CacheExpiry {
  readonly clock: Pick<Clock, 'now'>;
  readonly staleTimeMs: number;
}

interface CachedResult<Result> {
  readonly result: Result;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Caches results by key. Concurrent callers with the same key share one request, which is aborted when all of them have
 * aborted. Failures are not cached: the next caller sends the request again.
 */
export class RequestCache<Result extends NonNullable<unknown> | null> {
  readonly #expiry: CacheExpiry | null;
  readonly #results = new Map<string, CachedResult<Result>>();
  readonly #requests = new Map<string, Observable<Result>>();

  /** @param expiry default: results are kept for the lifetime of the page */
  constructor(expiry: CacheExpiry | null = null) {
    this.#expiry = expiry;
  }

  /** Returns the result if it is cached. */
  current(key: string): Result | undefined {
    this.#dropStale();
    return this.#results.get(key)?.result;
  }

  /** Returns the cached result or sends the request. Rejects as `send` does, or with the reason of `signal`. */
  get(key: string, signal: AbortSignal, send: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    this.#dropStale();
    const request$ = this.#requests.get(key) ?? this.#share(key, send);
    this.#requests.set(key, request$);
    return lastValueFrom(request$.pipe(throwOnAbort(signal)));
  }

  /** Drops a result. A pending request continues for its callers, but the next one sends another. */
  forget(key: string): void {
    this.#results.delete(key);
    this.#requests.delete(key);
  }

  /** Drops all results, as {@link forget} does. */
  clear(): void {
    this.#results.clear();
    this.#requests.clear();
  }

  #dropStale(): void {
    if (this.#expiry === null) return;
    const { clock, staleTimeMs } = this.#expiry;
    // A clock that was set back would keep a result for long.
    const isStale = (at: number): boolean => Math.abs(clock.now() - at) >= staleTimeMs;
    for (const [key, { at }] of this.#results) if (isStale(at)) this.forget(key);
  }

  #share(key: string, send: (signal: AbortSignal) => Promise<Result>): Observable<Result> {
    const run$ = fromAbortable<Result>(async (signal, emit) => emit(await send(signal)));
    const request$: Observable<Result> = run$.pipe(
      tap((result) => {
        // Forgotten meanwhile: the result may be outdated.
        if (this.#requests.get(key) !== request$) return;
        this.#results.set(key, { result, at: this.#expiry?.clock.now() ?? 0 });
      }),
      shareReplay({ bufferSize: 1, refCount: true }),
    );
    return request$;
  }
}
