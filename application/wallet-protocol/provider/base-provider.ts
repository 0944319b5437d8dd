import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import { chainFromEvent } from '../../../domain/wallet-protocol/provider/event-payload.js';
import {
  approvedNamespaces,
  mergeNamespaces,
  namespacePrefixOf,
  type ProviderNamespaces,
  withValidDefaults,
} from '../../../domain/wallet-protocol/provider/provider-namespaces.js';
import { grantedChains, type SessionGrants } from '../../../domain/wallet-protocol/rules/grants.js';
import { providerChainFault } from '../../../domain/wallet-protocol/rules/provider-rules.js';
import type { JsonRpc } from '../../ports/json-rpc.port.js';
import type { Logger } from '../../ports/logger.port.js';
import type { CallStatusDeps } from './call-statuses.js';
import type { Eip155ProviderDeps } from './eip155-provider.js';
import type { NamespaceProvider } from './namespace-provider.js';
import type { ProviderAuthentication, ProviderClient, ProviderEmitter, ProviderSession } from './provider-client.js';
import { type ProviderRecord, ProviderRecords } from './provider-records.js';
import { openProviders, updateProviders } from './provider-state.js';

export interface WalletProviderDeps<Session extends ProviderSession, Authentication extends ProviderAuthentication<Session>>
  extends Pick<CallStatusDeps, 'bundler' | 'clock' | 'service'> {
  readonly openClient: () => Promise<ProviderClient<Session, Authentication>>;
  readonly events: ProviderEmitter;
  readonly rpc: JsonRpc;
  readonly logger: Pick<Logger, 'warn'>;
  /** Topic of the session to restore. Default: the first one. */
  readonly topic?: string | undefined;
}

/** Base of a provider: its session, if any, with its namespaces, their providers and default chains, and its records. */
export abstract class BaseProvider<Session extends ProviderSession, Authentication extends ProviderAuthentication<Session>> {
  /** Requested and granted namespaces. */
  namespaces?: ProviderNamespaces;
  optionalNamespaces?: ProviderNamespaces;
  sessionProperties?: Record<string, string>;
  rpcProviders: { [namespace: string]: NamespaceProvider } = {};
  session?: Session;
  /** Emitter for the app. */
  readonly events: ProviderEmitter;
  protected readonly deps: WalletProviderDeps<Session, Authentication>;
  #client: ProviderClient<Session, Authentication> | undefined;
  #records: ProviderRecords | undefined;

  constructor(deps: WalletProviderDeps<Session, Authentication>) {
    this.deps = deps;
    this.events = deps.events;
  }

  /** @throws LatchkeyError `wallet-protocol/client-not-initialized` before the provider was started */
  protected requireClient(): ProviderClient<Session, Authentication> {
    if (this.#client === undefined) throw new LatchkeyError('wallet-protocol/client-not-initialized', {});
    return this.#client;
  }

  /** Opens the client and restores the session, if any. @throws LatchkeyError `wallet-protocol/session-unknown` */
  protected async open(): Promise<ProviderClient<Session, Authentication>> {
    const { openClient, topic } = this.deps;
    const client = await openClient();
    this.#client = client;
    this.#records = new ProviderRecords(client.core.storage);
    const session = topic === undefined ? client.session.getAll()[0] : sessionOf(client, topic);
    const stored = session === undefined ? null : await this.#load(this.#records, session.topic);
    const approved = grantedChains(session?.namespaces ?? {});
    this.namespaces = withValidDefaults(stored?.namespaces ?? {}, approved);
    this.optionalNamespaces = withValidDefaults(stored?.optionalNamespaces ?? {}, approved);
    if (stored?.sessionProperties !== undefined) this.sessionProperties = stored.sessionProperties;
    if (session !== undefined) this.setSession(session);
    return client;
  }

  protected setSession(session: Session): void {
    for (const provider of Object.values(this.rpcProviders)) provider.dispose();
    this.session = session;
    this.namespaces = mergeNamespaces(this.namespaces, approvedNamespaces(session.namespaces));
    this.rpcProviders = openProviders(session.namespaces, this.mergedNamespaces(), this.#providerDeps());
  }

  protected updateSession(grants: SessionGrants): void {
    const { session } = this;
    if (session === undefined) return;
    this.session = { ...this.requireClient().session.get(session.topic), namespaces: grants };
    this.namespaces = mergeNamespaces(this.namespaces, approvedNamespaces(grants));
    updateProviders(this.rpcProviders, grants, this.mergedNamespaces(), this.#providerDeps());
    void this.save({ namespaces: this.namespaces });
  }

  /** Sets the default chain to the one that the wallet switched to. @param data the payload of the wallet's event on `eventChainId` */
  protected switchChain(eventChainId: string, data: unknown): void {
    const chainId = chainFromEvent(eventChainId, data, grantedChains(this.session?.namespaces ?? {}));
    const [namespace = '', reference = ''] = (chainId ?? '').split(':');
    const provider = this.rpcProviders[namespace];
    if (provider === undefined) this.deps.logger.warn('A wallet switched to a chain that is not approved');
    else provider.setDefaultChain(reference);
  }

  /** Resolves the chain of a request; `null` without a connection or requested namespaces. @throws LatchkeyError `wallet-protocol/namespace-not-configured` */
  protected route(chain: string | undefined): readonly [namespace: string, reference: string] | null {
    const configured = Object.keys(this.namespaces ?? {});
    if (configured.length === 0) return null;
    const [namespace = '', reference = ''] = (chain ?? '').split(':');
    const fault = namespace === '' ? null : providerChainFault(namespace, configured, []);
    if (fault !== null) throw latchkeyErrorOf(fault);
    if (namespace !== '' && reference !== '') return [namespace, reference];
    const used = namespace === '' ? configured.map(namespacePrefixOf).find((each) => this.rpcProviders[each] !== undefined) : namespace;
    const provider = used === undefined ? undefined : this.rpcProviders[used];
    return used === undefined || provider === undefined ? null : [used, provider.getDefaultChain()];
  }

  /** Required, optional and granted namespaces. */
  protected mergedNamespaces(): ProviderNamespaces {
    return mergeNamespaces(this.namespaces, this.optionalNamespaces);
  }

  /** Stores members of the record. A failure is logged and does not affect the session. */
  protected async save(record: Partial<ProviderRecord>): Promise<void> {
    const topic = this.session?.topic;
    if (topic === undefined) return;
    await this.#records?.save(topic, record).catch((error: unknown) => this.deps.logger.warn('Failed to persist the provider', error));
  }

  /** Never fails. @param except topic of a pairing to keep */
  protected async cleanupPairings(options: PairingsCleanup, except?: string): Promise<void> {
    await cleanupPairings(this.requireClient(), options, except).catch((error: unknown) =>
      this.deps.logger.warn('Failed to clean up pending pairings', error),
    );
  }

  /** Removes the session with its namespaces, providers and records. */
  protected async forget(): Promise<void> {
    const topic = this.session?.topic;
    for (const provider of Object.values(this.rpcProviders)) provider.dispose();
    this.rpcProviders = {};
    delete this.session;
    delete this.namespaces;
    delete this.optionalNamespaces;
    delete this.sessionProperties;
    await this.cleanupPairings({ deletePairings: true });
    try {
      if (topic !== undefined) await this.#records?.remove(topic);
      if (this.requireClient().session.length === 0) await this.#records?.removeAll();
    } catch (error) {
      this.deps.logger.warn('Failed to clean up storage', error);
    }
  }

  async #load(records: ProviderRecords, topic: string): Promise<ProviderRecord | null> {
    try {
      return await records.load(topic);
    } catch (error) {
      this.deps.logger.warn('Failed to restore the provider', error);
      return null;
    }
  }

  #onDefaultChain(chainId: string, addresses: string[] | null): void {
    const [namespace = '', reference = ''] = chainId.split(':');
    const current = this.namespaces?.[namespace] ?? { chains: [], methods: [], events: [] };
    this.namespaces = { ...this.namespaces, [namespace]: { ...current, defaultChain: reference } };
    void this.save({ namespaces: this.namespaces });
    this.events.emit('default_chain_changed', chainId);
    this.events.emit('chainChanged', reference);
    if (addresses !== null) this.events.emit('accountsChanged', addresses);
  }

  #providerDeps(): Eip155ProviderDeps {
    const { bundler, clock, logger, rpc, service } = this.deps;
    const client = this.requireClient();
    const { projectId = client.core.projectId } = service;
    const records = this.#records ?? new ProviderRecords(client.core.storage);
    return {
      ...{ bundler, clock, logger, rpc, records, client },
      service: { ...service, ...(projectId === undefined ? {} : { projectId }) },
      onDefaultChain: (chainId, addresses) => this.#onDefaultChain(chainId, addresses),
    };
  }
}

const sessionOf = <Session extends ProviderSession>(client: ProviderClient<Session>, topic: string): Session => {
  try {
    return client.session.get(topic);
  } catch (cause) {
    throw new LatchkeyError('wallet-protocol/session-unknown', { topic }, { cause });
  }
};

/** Options for removing pairings. */
export interface PairingsCleanup {
  /** Expires the pairings immediately instead of only unsubscribing them. Default: false. */
  deletePairings?: boolean | undefined;
}

/** Unsubscribes or expires the pairings of a client. @param except topic of a pairing to keep */
const cleanupPairings = async ({ core }: ProviderClient, { deletePairings = false }: PairingsCleanup, except?: string): Promise<void> => {
  for (const { topic } of core.pairing.getPairings()) {
    if (topic === except) continue;
    if (deletePairings) core.expirer.set(topic, 0);
    else await core.relayer.subscriber.unsubscribe(topic);
  }
};
