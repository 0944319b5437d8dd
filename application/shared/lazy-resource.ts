import { Observable } from 'rxjs';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';

/**
 * A resource that is loaded on first use and shared by all callers. A failed load is retried on the next call. It is disposed with its
 * owner, also if the load finishes only then.
 */
export class LazyResource<T> {
  readonly #load: () => Promise<T>;
  readonly #onDispose: (resource: T) => void;
  #resource: Promise<T> | undefined;
  #isDisposed = false;

  /** @param onDispose called with the resource when its owner is disposed */
  constructor(load: () => Promise<T>, onDispose: (resource: T) => void = () => undefined) {
    this.#load = load;
    this.#onDispose = onDispose;
  }

  /** Returns the resource. Rejects with `config/disposed` after {@link dispose}, or with the error of the load. */
  readonly get = async (): Promise<T> => {
    if (this.#isDisposed) throw new LatchkeyError('config/disposed', {});
    this.#resource ??= this.#load();
    const resource = this.#resource;
    try {
      return await resource;
    } catch (error) {
      if (this.#resource === resource) this.#resource = undefined;
      throw error;
    }
  };

  /** Subscribes to an observable of the resource once it is loaded. Cold; fails as {@link get} does. */
  watch<V>(project: (resource: T) => Observable<V>): Observable<V> {
    return new Observable((subscriber) => {
      this.get().then(
        (resource) => {
          if (!subscriber.closed) subscriber.add(project(resource).subscribe(subscriber));
        },
        (error: unknown) => subscriber.error(error),
      );
    });
  }

  /** Disposes the resource if it was requested. */
  dispose(): void {
    this.#isDisposed = true;
    this.#resource?.then(this.#onDispose, () => undefined);
  }
}
