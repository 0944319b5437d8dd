import { lastValueFrom, type Observable, shareReplay, tap } from 'rxjs';
import { throwOnAbort } from '../shared/aborted.js';
import { fromAbortable } from '../shared/from-abortable.js';

/**
 * Keeps results by key, so that each request is sent once: callers with the same key share it, and it is aborted when all of them have
 * aborted. A failure is not kept: the next caller sends the request again.
 */
export class RequestCache<Result extends NonNullable<unknown> | null> {
  readonly #results = new Map<string, Result>();
  readonly #requests = new Map<string, Observable<Result>>();

  /** The result where it is there already. */
  current(key: string): Result | undefined {
    return this.#results.get(key);
  }

  /** The result. Rejects as `send` does, or with the reason of `signal`. */
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
