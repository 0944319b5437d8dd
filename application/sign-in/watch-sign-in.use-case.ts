import { distinctUntilChanged, map, merge, type Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { accountOf } from '../../domain/connection/connection-views.js';
import type { NamespaceSignIn } from '../../domain/sign-in/sign-in-state.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { SignInService } from '../ports/sign-in.port.js';
import type { SignInStore } from './sign-in.store.js';

/** The namespace of the account; default: the active one. */
export interface WatchSignInInput {
  readonly namespace?: Namespace;
}

/** Sign-in of an account; `disabled` if the app does not use sign-in. */
export type SignInStatus = NamespaceSignIn | { readonly status: 'disabled' };

const DISABLED: SignInStatus = { status: 'disabled' };

/** Emits whether the account of a namespace is signed in. */
export class WatchSignIn {
  readonly #service: SignInService | null;
  readonly #store: SignInStore;
  readonly #connections: ConnectionStore;

  constructor(service: SignInService | null, store: SignInStore, connections: ConnectionStore) {
    this.#service = service;
    this.#store = store;
    this.#connections = connections;
  }

  current({ namespace = this.#connections.state.activeNamespace }: WatchSignInInput = {}): SignInStatus {
    if (this.#service === null) return DISABLED;
    const current = this.#store.current(namespace);
    const { isConnected, caipAddress } = accountOf(this.#connections.state, namespace);
    // The tracker is loaded when a wallet is connected.
    return current.status === 'disconnected' && isConnected && caipAddress !== undefined
      ? { status: 'checking', account: caipAddress }
      : current;
  }

  execute({ namespace }: WatchSignInInput = {}): Observable<SignInStatus> {
    return merge(this.#store.state$, this.#connections.state$).pipe(
      map(() => this.current(namespace === undefined ? {} : { namespace })),
      distinctUntilChanged((a, b) => a === b || (a.status === 'checking' && b.status === 'checking' && a.account === b.account)),
    );
  }
}
