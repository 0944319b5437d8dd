import { filter, map, type Observable } from 'rxjs';
import { type ChainId, isChainId } from '../../domain/caip/caip-2.js';
import { isNamespace, type Namespace, registeredNamespaces } from '../../domain/caip/namespace.js';
import type { LossReason } from '../../domain/connection/connection-state.js';
import { type AccountChoice, parseAccountChoice } from '../../domain/connection/shared-accounts.js';
import { parseStoredConnection, type StoredConnection } from '../../domain/connection/stored-connection.js';
import type { Storage } from '../ports/storage.port.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';
import { token } from '../shared/token.js';

/** A connection or disconnection made by another tab. */
export interface ConnectionChange {
  readonly namespace: Namespace;
  /** `null` after a disconnection. */
  readonly connectorId: string | null;
}

/**
 * Persists connections: the connector of each namespace, the last network, and for remote wallets the details that are
 * displayed before their session is loaded. Corrupted entries are ignored.
 */
export class ConnectionRepository {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Connector id of the namespace's stored connection. */
  connectorIdOf(namespace: Namespace): string | null {
    return this.#storage.get(STORAGE_KEYS.connectorId(namespace));
  }

  /** Details of the namespace's connection to a remote wallet, or of the last one that was lost. */
  rememberedConnectionOf(namespace: Namespace): StoredConnection | null {
    return parseStoredConnection(this.#storage.get(STORAGE_KEYS.rememberedConnection(namespace)));
  }

  /** Stores the details to display after a reload, before the session is loaded. */
  saveConnection(namespace: Namespace, connection: StoredConnection): void {
    this.#storage.set(STORAGE_KEYS.rememberedConnection(namespace), JSON.stringify(connection));
  }

  /** The account that the user selected in the namespace. */
  accountChoiceOf(namespace: Namespace): AccountChoice | null {
    return parseAccountChoice(this.#storage.get(STORAGE_KEYS.accountChoice(namespace)));
  }

  /** Stores the selected account, so that a reload starts with it. */
  saveAccountChoice(namespace: Namespace, choice: AccountChoice): void {
    this.#storage.set(STORAGE_KEYS.accountChoice(namespace), JSON.stringify(choice));
  }

  /** Stores a connection, so that a reload restores it. @param isRemote true for a remote connector */
  remember(namespace: Namespace, connectorId: string, isRemote = false): void {
    if (!isRemote) this.#storage.remove(STORAGE_KEYS.rememberedConnection(namespace));
    // All wallets of a remote connector share its id, and other tabs are only notified when a value changes.
    else this.#storage.remove(STORAGE_KEYS.connectorId(namespace));
    this.#storage.set(STORAGE_KEYS.connectorId(namespace), connectorId);
    this.#writeNamespaces([...this.#namespaces(), namespace]);
  }

  /** Deletes a connection, so that it is not restored. */
  forget(namespace: Namespace): void {
    // First, so that other tabs do not take the disconnection for a loss.
    this.#storage.remove(STORAGE_KEYS.rememberedConnection(namespace));
    this.#forgetConnector(namespace);
  }

  /** Deletes connections that were not disconnected locally, and stores the loss for other tabs and the next reload. */
  markLost(namespaces: readonly Namespace[], connectorId: string, reason: LossReason): void {
    // Marked first: other tabs react to the first deletion and must find all losses stored.
    for (const namespace of namespaces) {
      const remembered = this.rememberedConnectionOf(namespace);
      this.saveConnection(namespace, { ...(remembered ?? { topic: '', address: '', name: '' }), connectorId, lost: reason });
    }
    for (const namespace of namespaces) this.#forgetConnector(namespace);
  }

  /** The last active network; its CAIP-2 id also determines the active namespace. */
  lastNetwork(): ChainId | null {
    const chainId = this.#storage.get(STORAGE_KEYS.activeNetwork);
    return isChainId(chainId) ? chainId : null;
  }

  /** Stores the active network and namespace. The namespace is only stored for other readers of these keys. */
  rememberNetwork(namespace: Namespace, chainId: ChainId): void {
    this.#storage.set(STORAGE_KEYS.activeNamespace, namespace);
    this.#storage.set(STORAGE_KEYS.activeNetwork, chainId);
  }

  /** Connections and disconnections made by other tabs. */
  get changes$(): Observable<ConnectionChange> {
    return this.#storage.changes$.pipe(
      map(({ key, value }) => {
        const namespace = registeredNamespaces().find((candidate) => STORAGE_KEYS.connectorId(candidate) === key);
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

/** Token of the connection repository. */
export const CONNECTION_REPOSITORY = token<ConnectionRepository>('ConnectionRepository');
