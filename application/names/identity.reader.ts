import type { Namespace } from '../../domain/caip/namespace.js';
import { networkOf } from '../../domain/connection/connection-views.js';
import { isLatchkeyError, type LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { isServiceName } from '../../domain/names/account-name.js';
import type { Identity } from '../../domain/names/parse-profile.js';
import type { Network } from '../../domain/network/network.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { BlockchainApi, IdentityRequest } from '../ports/blockchain-api.port.js';
import type { Clock } from '../ports/clock.port.js';
import { RequestCache } from '../shared/request-cache.js';
import type { NameReader } from './name.reader.js';
import { registeredAddress } from './registered-address.js';

/** Cache time of identities (specification, section 9). */
const STALE_TIME_MS = 5 * 60_000;

/** Namespace whose accounts have identities and registered names (specification, section 6). */
const NAMESPACE: Namespace = 'eip155';

/** A name and the source that told it. */
interface FoundName {
  readonly name: string;
  /** `undefined`: the avatar is a record of the name. */
  readonly avatarUrl: string | null | undefined;
}

/**
 * Reads names and avatars of addresses: from the identity service, then the chain's own name service (ENS), then the service's reverse look-up. A
 * source that fails is skipped, and then the result is not cached. On test networks only the chain is asked. Also reads addresses of names: from the
 * chain, then, if the name is of a zone of the service, from there.
 */
export class IdentityReader {
  readonly #api: BlockchainApi;
  readonly #names: NameReader;
  readonly #connections: Pick<ConnectionStore, 'state'>;
  readonly #identities: RequestCache<Identity>;
  readonly #reverse: RequestCache<readonly string[]>;
  readonly #registered: RequestCache<string | null>;

  constructor(api: BlockchainApi, names: NameReader, connections: Pick<ConnectionStore, 'state'>, clock: Clock) {
    this.#api = api;
    this.#names = names;
    this.#connections = connections;
    this.#identities = new RequestCache({ clock, staleTimeMs: STALE_TIME_MS });
    this.#reverse = new RequestCache({ clock, staleTimeMs: STALE_TIME_MS });
    this.#registered = new RequestCache({ clock, staleTimeMs: STALE_TIME_MS });
  }

  /**
   * Returns the address of a name, `null` if it is not registered. That of the chain wins.
   * @throws LatchkeyError the errors of {@link NameReader.resolve}, and `config/project-id-missing` for a name of the service
   */
  async resolve(namespace: Namespace, name: string, signal: AbortSignal): Promise<string | null> {
    const own = await orError(this.#names.resolve(namespace, name, signal), signal);
    const chainId = this.#names.networkOf(namespace)?.caipNetworkId;
    if (typeof own === 'string' || namespace !== NAMESPACE || chainId === undefined || !isServiceName(name)) return orThrow(own);
    const key = name.toLowerCase();
    const registered = await this.#registered.get(key, signal, (within) => registeredAddress(this.#api, key, chainId, within));
    // The service makes up for a chain without a name service, but not for one that may have the name.
    return registered ?? (isLatchkeyError(own, 'chain/unsupported') ? null : orThrow(own));
  }

  /** Drops all results, as a name has been registered. */
  forget(): void {
    this.#names.forget();
    for (const cache of [this.#identities, this.#reverse, this.#registered]) cache.clear();
  }

  /**
   * Returns the name of an address, `null` if it has none.
   * @throws LatchkeyError if none is found and a source cannot be read: the errors of {@link NameReader.lookUp}, and the codes of
   * `BlockchainApiError`, those that the app has to reconfigure only where the chain has no names
   */
  async lookUp(namespace: Namespace, address: string, signal: AbortSignal): Promise<string | null> {
    return (await this.#find(namespace, address, signal))?.name ?? null;
  }

  /** Returns the avatar of an address, `null` if it has none. @throws LatchkeyError as {@link lookUp} */
  async avatar(namespace: Namespace, address: string, signal: AbortSignal): Promise<string | null> {
    const found = await this.#find(namespace, address, signal);
    if (found === null) return null;
    return found.avatarUrl === undefined ? this.#names.avatar(namespace, found.name, signal) : found.avatarUrl;
  }

  async #find(namespace: Namespace, address: string, signal: AbortSignal): Promise<FoundName | null> {
    const request = this.#requestOf(namespace, address);
    const key = request === null ? '' : `${request.chainId} ${address.toLowerCase()}`;
    const identity = await orError(
      request === null ? null : this.#identities.get(key, signal, (within) => this.#api.identity(request, within)),
      signal,
    );
    if (!isLatchkeyError(identity) && identity?.name != null) return { name: identity.name, avatarUrl: identity.avatarUrl };
    const own = await orError(this.#names.lookUp(namespace, address, signal), signal);
    if (typeof own === 'string') return { name: own, avatarUrl: undefined };
    const names = await orError(
      request === null ? null : this.#reverse.get(key, signal, (within) => this.#api.namesOf(request, within)),
      signal,
    );
    if (names !== null && !isLatchkeyError(names) && names[0] !== undefined) return { name: names[0], avatarUrl: null };
    // The chain has no name service, which the service makes up for.
    const isUnsupported = request !== null && isLatchkeyError(own, 'chain/unsupported');
    if (isLatchkeyError(own) && !isUnsupported) throw own;
    // A failure that lasts, as without a project id, leaves it to the chain to say whether there is a name.
    if (isLatchkeyError(names) && (isUnsupported || names.recovery === 'retry')) throw names;
    return null;
  }

  /** The request to the service; `null` if it has no identities on the network. */
  #requestOf(namespace: Namespace, address: string): IdentityRequest | null {
    const state = this.#connections.state.namespaces[namespace];
    const network: Network | null = state === undefined ? null : networkOf(state);
    if (namespace !== NAMESPACE || network === null || network.unknown || network.testnet) return null;
    return { address, sender: state?.session?.accounts[0].address ?? null, chainId: network.caipNetworkId };
  }
}

/** Returns the result of a source, or its error: the next source is asked then. Rejects with the signal's reason and with defects. */
const orError = async <Result>(source: Promise<Result> | null, signal: AbortSignal): Promise<Result | LatchkeyError | null> => {
  try {
    return await source;
  } catch (error) {
    signal.throwIfAborted();
    if (!isLatchkeyError(error)) throw error;
    return error;
  }
};

/** Throws the error of a source. */
const orThrow = <Result>(result: Result | LatchkeyError): Result => {
  if (isLatchkeyError(result)) throw result;
  return result;
};
