import { Subscription } from 'rxjs';
import { loadPart } from '../application/shared/load-part.js';
import { STORAGE_KEYS } from '../application/shared/storage-keys.js';
import { token } from '../application/shared/token.js';
import type { Namespace } from '../domain/caip/namespace.js';
import { connectedNamespacesOf } from '../domain/connection/connection-views.js';
import type { AccountActions, AccountParts } from './account-actions.js';

/** The actions of an account, fetched when there is one or somebody asks for them. One for each client. */
export class AccountLater {
  readonly #parts: AccountParts;
  #loading: Promise<AccountActions> | undefined;
  readonly #running = new Subscription();
  #actions: AccountActions | undefined;
  #isOver = false;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /** The actions. @throws LatchkeyError `browser/load-failed`; the next who asks tries again */
  readonly load = (): Promise<AccountActions> => {
    this.#loading ??= loadPart('the code of a connected account', () => import('./account-actions.js')).then(({ accountActions }) => {
      const actions = accountActions(this.#parts);
      this.#actions = actions;
      if (this.#isOver) actions.dispose();
      return actions;
    });
    this.#loading.catch(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  };

  /**
   * Waits until a stored session was resumed or the visitor connects, or opens the modal; then begins what an account has
   * running, where there is something to run: sent transactions to follow, a name to look up.
   */
  start(): void {
    const { connections, chains, modal, logger } = this.#parts;
    const hasNames = (namespace: Namespace): boolean => chains.get(namespace)?.services?.names !== undefined;
    const begin = (): void => {
      this.#running.unsubscribe();
      this.load().then(
        (actions) => this.#isOver || actions.begin(),
        (error: unknown) => logger.warn('The code of a connected account did not arrive', error),
      );
    };
    this.#running.add(
      connections.state$.subscribe((state) => {
        const connected = connectedNamespacesOf(state);
        if (connected.some(hasNames) || (connected.length > 0 && this.#hasSent())) begin();
      }),
    );
    this.#running.add(
      modal.snapshot$.subscribe(({ modal: { open } }) => {
        if (open && this.#hasSent()) begin();
      }),
    );
  }

  dispose(): void {
    this.#isOver = true;
    this.#running.unsubscribe();
    this.#actions?.dispose();
  }

  #hasSent(): boolean {
    return this.#parts.storage.get(STORAGE_KEYS.transactions) !== null;
  }
}

/** Token of the account's actions. */
export const ACCOUNT_LATER = token<AccountLater>('AccountLater');
