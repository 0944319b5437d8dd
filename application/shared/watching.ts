import { distinctUntilChanged, map, type Observable } from 'rxjs';
import { nowAndOn } from './now-and-on.js';
import { shared } from './shared.js';

/** Follows what `read` gives: the value now, then each that is another one. */
export type Watch = <T>(read: () => T, isSame?: (a: T, b: T) => boolean) => Observable<T>;

/**
 * Makes the streams of a `watch-*` use case. All of them share one subscription to `changes$`, which ends when the last
 * watcher has left. Only the telling is shared: each watcher reads for itself, so that none is shown a value that
 * somebody told before it has already replaced.
 */
export const watching = (changes$: Observable<unknown>): Watch => {
  const told$ = changes$.pipe(shared);
  return (read, isSame) => nowAndOn(told$).pipe(map(read), distinctUntilChanged(isSame));
};
