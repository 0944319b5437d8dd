import { filter, map, type Observable } from 'rxjs';
import { type ChainId, isChainId } from '../../domain/caip/caip-2.js';
import { isNamespace, knownNamespaces, type Namespace } from '../../domain/caip/namespace.js';
import type { LossReason } from '../../domain/connection/connection-state.js';
import { parseRememberedConnection, type RememberedConnection } from '../../domain/connection/remembered-connection.js';
import { type AccountChoice, parseAccountChoice } from '../../domain/connection/shared-accounts.js';
import type { Storage } from '../ports/storage.port.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';
import { token } from '../shared/token.js';

/** Another tab connected or disconnected a namespace. */
export interface MemoryChange {
  readonly namespace: Namespace;
  /** `null` when it was disconnected. */
  readonly connectorId: string | null;
}

/**
 * What survives a reload: which connector serves which namespace, the network last in use, and of remote wallets what is
 * shown before their session is loaded. Corrupted entries read as nothing.
 */
export class ConnectionMemory {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Connector that a namespace was connected with and not disconnected from. */
  connectorOf(namespace: Namespace): string | null {
    return this.#storage.get(STORAGE_KEYS.connectorId(namespace));
  }

  /** What is known of the namespace's connection to a remote wallet, or of the one that was lost there last. */
  rememberedOf(namespace: Namespace): RememberedConnection | null {
    return parseRememberedConnection(this.#storage.get(STORAGE_KEYS.remembered(namespace)));
  }

  /** Keeps what the next page shows before the session is loaded. */
  keep(namespace: Namespace, connection: RememberedConnection): void {
    this.#storage.set(STORAGE_KEYS.remembered(namespace), JSON.stringify(connection));
  }

  /** What the person picked among the accounts of the namespace's wallet. */
  choiceOf(namespace: Namespace): AccountChoice | null {
    return parseAccountChoice(this.#storage.get(STORAGE_KEYS.accountChoice(namespace)));
  }

  /** Keeps what the person picked, so that the next page begins with it. */
  keepChoice(namespace: Namespace, choice: AccountChoice): void {
    this.#storage.set(STORAGE_KEYS.accountChoice(namespace), JSON.stringify(choice));
  }

  /** Remembers a connection, so that a reload restores it. @param isRemote whether it is one of a remote connector */
  remember(namespace: Namespace, connectorId: string, isRemote = false): void {
    if (!isRemote) this.#storage.remove(STORAGE_KEYS.remembered(namespace));
    // The wallets of a remote connector share its id: other tabs are notified of a value only where it changes.
    else this.#storage.remove(STORAGE_KEYS.connectorId(namespace));
    this.#storage.set(STORAGE_KEYS.connectorId(namespace), connectorId);
    this.#writeNamespaces([...this.#namespaces(), namespace]);
  }

  /** Forgets a connection: nothing takes it up again. */
  forget(namespace: Namespace): void {
    // First, so that another tab that hears of the end does not take it for a loss.
    this.#storage.remove(STORAGE_KEYS.remembered(namespace));
    this.#forgetConnector(namespace);
  }

  /** Forgets connections that nobody here has ended; that they were lost is kept, for other tabs and the next page. */
  lose(namespaces: readonly Namespace[], connectorId: string, reason: LossReason): void {
    // All are marked first: another tab that hears of the first end knows of all.
    for (const namespace of namespaces) {
      const known = this.rememberedOf(namespace);
      this.keep(namespace, { ...(known ?? { topic: '', address: '', name: '' }), connectorId, lost: reason });
    }
    for (const namespace of namespaces) this.#forgetConnector(namespace);
  }

  /** The network last in use, which names its namespace as well. */
  lastNetwork(): ChainId | null {
    const chainId = this.#storage.get(STORAGE_KEYS.activeNetwork);
    return isChainId(chainId) ? chainId : null;
  }

  /** Remembers the network and namespace in use. The namespace is for others that know these keys; here the network says it. */
  rememberNetwork(namespace: Namespace, chainId: ChainId): void {
    this.#storage.set(STORAGE_KEYS.activeNamespace, namespace);
    this.#storage.set(STORAGE_KEYS.activeNetwork, chainId);
  }

  /** Connections made or ended by other tabs. */
  get changes$(): Observable<MemoryChange> {
    return this.#storage.changes$.pipe(
      map(({ key, value }) => {
        const namespace = knownNamespaces().find((candidate) => STORAGE_KEYS.connectorId(candidate) === key);
        return namespace === undefined ? null : { namespace, connectorId: value === '' ? null : value };
      }),
      filter((change) => change !== null),
    );
  }

  #forgetConnector(namespace: Namespace): void {
    this.#storage.remove(STORAGE_KEYS.accountChoice(namespace));
    this.#storage.remove(STORAGE_KEYS.connectorId(namespace));
    this.#writeNamespaces(this.#namespaces().filter((other) => other !== namespace));
  }

  #namespaces(): readonly Namespace[] {
    return (this.#storage.get(STORAGE_KEYS.connectedNamespaces) ?? '').split(',').filter(isNamespace);
  }

  #writeNamespaces(namespaces: readonly Namespace[]): void {
    const unique = [...new Set(namespaces)];
    if (unique.length === 0) this.#storage.remove(STORAGE_KEYS.connectedNamespaces);
    else this.#storage.set(STORAGE_KEYS.connectedNamespaces, unique.join(','));
    this.#storage.set(STORAGE_KEYS.connectionStatus, unique.length === 0 ? 'disconnected' : 'connected');
  }
}

/** Token of the memory of connections. */
export const CONNECTION_MEMORY = token<ConnectionMemory>('ConnectionMemory');
