import { Observable } from 'rxjs';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';

/**
 * A part whose code comes with the first who asks for it: made once for all who ask, and after a failed load made anew for the next
 * who asks. Ends with its owner, also where it arrives only then.
 */
export class LazyPart<T> {
  readonly #load: () => Promise<T>;
  readonly #end: (part: T) => void;
  #part: Promise<T> | undefined;
  #disposed = false;

  /** @param end what is done with the part when its owner ends */
  constructor(load: () => Promise<T>, end: (part: T) => void = () => undefined) {
    this.#load = load;
    this.#end = end;
  }

  /** The part. Rejects with `config/disposed` once the owner has ended, and as the load does. */
  readonly get = async (): Promise<T> => {
    if (this.#disposed) throw new LatchkeyError('config/disposed', {});
    this.#part ??= this.#load();
    const part = this.#part;
    try {
      return await part;
    } catch (error) {
      if (this.#part === part) this.#part = undefined;
      throw error;
    }
  };

  /** What the part tells, once it is there. Cold; fails as {@link get} does. */
  watch<V>(tell: (part: T) => Observable<V>): Observable<V> {
    return new Observable((subscriber) => {
      this.get().then(
        (part) => {
          if (!subscriber.closed) subscriber.add(tell(part).subscribe(subscriber));
        },
        (error: unknown) => subscriber.error(error),
      );
    });
  }

  /** Ends the part, if anybody asked for it. */
  dispose(): void {
    this.#disposed = true;
    this.#part?.then(this.#end, () => undefined);
  }
}
