import { defer, distinctUntilChanged, filter, ignoreElements, map, merge, type Observable, switchMap, take, takeUntil } from 'rxjs';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { NamespaceState } from '../../domain/connection/connection-state.js';
import { networkOf } from '../../domain/connection/connection-views.js';
import type { Network } from '../../domain/network/network.js';
import type { StateSubject } from '../shared/state-subject.js';
import type { ConnectionStore } from './connection.store.js';

/** An account and the network in view. */
export interface AccountTarget {
  readonly namespace: Namespace;
  readonly network: Network;
  readonly address: string;
  readonly chainId: ChainId;
  readonly isSmartAccount: boolean;
}

/** A list that belongs to one account on one network. */
interface AccountList<State> {
  /** `null`: no account is connected. */
  readonly target: AccountTarget | null;
  readonly state: StateSubject<State>;
}

const targetOf = (namespace: Namespace, own: NamespaceState | undefined): AccountTarget | null => {
  if (own?.session == null) return null;
  const [{ address, type }] = own.session.accounts;
  const network = networkOf(own);
  return { namespace, network, address, chainId: network.caipNetworkId, isSmartAccount: type === 'smartAccount' };
};

/** Names the account and network of a list; empty without an account. */
const keyOf = (target: AccountTarget | null): string => (target === null ? '' : `${target.chainId}:${target.address}`);

/** Holds a list for each namespace's account on its network. Another account or network starts with an empty one. */
export class AccountLists<State, List extends AccountList<State>> {
  readonly #connections: ConnectionStore;
  readonly #create: (target: AccountTarget | null) => List;
  readonly #lists = new Map<Namespace, List>();

  constructor(connections: ConnectionStore, create: (target: AccountTarget | null) => List) {
    this.#connections = connections;
    this.#create = create;
  }

  /** The list of the account and network of now. */
  of(namespace: Namespace): List {
    const target = targetOf(namespace, this.#connections.state.namespaces[namespace]);
    const known = this.#lists.get(namespace);
    if (known !== undefined && keyOf(known.target) === keyOf(target)) return known;
    const list = this.#create(target);
    this.#lists.set(namespace, list);
    return list;
  }

  /** The state of the list, then each change, also to the one of another account or network. Reads each list on each subscription. */
  watch(namespace: Namespace, read: (list: List) => Observable<unknown>): Observable<State> {
    return this.#connections.state$.pipe(
      map(() => this.of(namespace)),
      distinctUntilChanged(),
      switchMap((list) => merge(defer(() => read(list)).pipe(ignoreElements()), list.state.value$)),
      takeUntil(this.#connections.disposed$),
    );
  }

  /** Loads a page, and emits the state once. Another account or network aborts it, and the state of its own list is emitted. */
  load(namespace: Namespace, load: (list: List) => Observable<State>): Observable<State> {
    return defer(() => {
      const list = this.of(namespace);
      const replacement$ = this.#connections.state$.pipe(
        map(() => this.of(namespace)),
        filter((current) => current !== list),
        map(({ state }) => state.value),
      );
      return merge(load(list), replacement$).pipe(take(1), takeUntil(this.#connections.disposed$));
    });
  }
}
