import { distinctUntilChanged, filter, map, merge, type Observable, Subject, startWith } from 'rxjs';
import type { AssetId } from '../../domain/caip/caip-19.js';
import { type HiddenToken, hideToken, parseHiddenTokens, showToken } from '../../domain/tokens/hidden-tokens.js';
import type { Storage } from '../ports/storage.port.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';

/** The tokens that the user has hidden, persisted in the storage and shared with other tabs. Invalid entries are ignored. */
export class HiddenTokens {
  readonly #storage: Pick<Storage, 'get' | 'set' | 'changes$'>;
  readonly #changed = new Subject<void>();

  constructor(storage: Pick<Storage, 'get' | 'set' | 'changes$'>) {
    this.#storage = storage;
  }

  /** The current list, then each change, by other tabs too. */
  get list$(): Observable<readonly HiddenToken[]> {
    const { changes$ } = this.#storage;
    return merge(this.#changed, changes$.pipe(filter(({ key }) => key === STORAGE_KEYS.hiddenTokens))).pipe(
      startWith(null),
      map(() => this.#storage.get(STORAGE_KEYS.hiddenTokens)),
      distinctUntilChanged(),
      map(parseHiddenTokens),
    );
  }

  hide(token: HiddenToken): void {
    this.#set((hidden) => hideToken(hidden, token));
  }

  show(asset: AssetId): void {
    this.#set((hidden) => showToken(hidden, asset));
  }

  #set(change: (hidden: readonly HiddenToken[]) => readonly HiddenToken[]): void {
    const next = change(parseHiddenTokens(this.#storage.get(STORAGE_KEYS.hiddenTokens)));
    this.#storage.set(STORAGE_KEYS.hiddenTokens, JSON.stringify(next));
    this.#changed.next();
  }
}
