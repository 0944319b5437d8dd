import {
  defer,
  distinctUntilChanged,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  Subject,
  share,
  startWith,
  switchMap,
  tap,
} from 'rxjs';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { ConnectionState } from '../../domain/connection/connection-state.js';
import { activeNetworkOf } from '../../domain/connection/connection-views.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { isSwapNetwork } from '../../domain/swap/swap-networks.js';
import { NO_SWAP_TOKENS, type SwapTokens } from '../../domain/swap/swap-state.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ModalStore } from '../modal/modal.store.js';
import { serviceAlertOf } from '../modal/service-alert.js';
import type { BlockchainApi } from '../ports/blockchain-api.port.js';
import { fromAbortable } from '../shared/from-abortable.js';
import { StateSubject } from '../shared/state-subject.js';

const activeChainOf = (state: ConnectionState): ChainId | null => activeNetworkOf(state)?.caipNetworkId ?? null;

/** The tokens that can be swapped on the active network. Each list is read once; a failure is read again by `refresh`. */
export class SwapTokenList {
  readonly #connections: Pick<ConnectionStore, 'state' | 'state$'>;
  readonly #api: Pick<BlockchainApi, 'swapTokens'>;
  readonly #modal: Pick<ModalStore, 'alert'>;
  readonly #state = new StateSubject<SwapTokens>(NO_SWAP_TOKENS);
  readonly #lists = new Map<ChainId, SwapTokens>();
  /** Network of the state. */
  #chainId: ChainId | null = null;
  readonly #refresh = new Subject<void>();
  readonly #reading$: Observable<never>;

  constructor(
    connections: Pick<ConnectionStore, 'state' | 'state$'>,
    api: Pick<BlockchainApi, 'swapTokens'>,
    modal: Pick<ModalStore, 'alert'>,
  ) {
    this.#connections = connections;
    this.#api = api;
    this.#modal = modal;
    this.#reading$ = connections.state$.pipe(
      map(activeChainOf),
      distinctUntilChanged(),
      tap((chainId) => {
        this.#chainId = chainId;
      }),
      switchMap((chainId) =>
        chainId === null || !isSwapNetwork(chainId)
          ? of(NO_SWAP_TOKENS)
          : this.#refresh.pipe(
              startWith(null),
              switchMap(() => this.#read(chainId)),
            ),
      ),
      tap((tokens) => this.#state.next(tokens)),
      ignoreElements(),
      share(),
    );
  }

  get current(): SwapTokens {
    // The network may have changed while no one watched.
    return activeChainOf(this.#connections.state) === this.#chainId ? this.#state.value : NO_SWAP_TOKENS;
  }

  /** The current list, then each change; reads while subscribed. */
  watch(): Observable<SwapTokens> {
    return merge(this.#state.value$, this.#reading$);
  }

  /** Reads a list that failed again. */
  refresh(): void {
    this.#refresh.next();
  }

  #read(chainId: ChainId): Observable<SwapTokens> {
    return defer(() => {
      const known = this.#lists.get(chainId);
      if (known !== undefined) return of(known);
      return fromAbortable<SwapTokens>(async (signal, emit) => {
        try {
          const list = { tokens: await this.#api.swapTokens(chainId, signal), tokensError: null };
          this.#lists.set(chainId, list);
          emit(list);
        } catch (error) {
          if (signal.aborted) return;
          if (!isLatchkeyError(error)) throw error;
          const alert = serviceAlertOf(error);
          if (alert !== null) this.#modal.alert(alert);
          emit({ tokens: null, tokensError: error });
        }
      }).pipe(startWith(NO_SWAP_TOKENS));
    });
  }
}
