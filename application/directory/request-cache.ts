import { lastValueFrom, type Observable, shareReplay, tap } from 'rxjs';
import { throwOnAbort } from '../shared/aborted.js';
import { fromAbortable } from '../shared/from-abortable.js';

/**
 * Caches results by key. Concurrent callers with the same key share one request, which is aborted when all of them have
 * aborted. Failures are not cached: the next caller sends the request again.
 */
export class RequestCache<Result extends NonNullable<unknown> | null> {
  readonly #results = new Map<string, Result>();
  readonly #requests = new Map<string, Observable<Result>>();

  /** Returns the result if it is cached. */
  current(key: string): Result | undefined {
    return this.#results.get(key);
  }

  /** Returns the cached result or sends the request. Rejects as `send` does, or with the reason of `signal`. */
  get(key: string, signal: AbortSignal, send: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const request$ = this.#requests.get(key) ?? this.#share(key, send);
    this.#requests.set(key, request$);
    return lastValueFrom(request$.pipe(throwOnAbort(signal)));
  }

  #share(key: string, send: (signal: AbortSignal) => Promise<Result>): Observable<Result> {
    const request$ = fromAbortable<Result>(async (signal, emit) => emit(await send(signal)));
    return request$.pipe(
      tap((result) => this.#results.set(key, result)),
      shareReplay({ bufferSize: 1, refCount: true }),
    );
  }
}
