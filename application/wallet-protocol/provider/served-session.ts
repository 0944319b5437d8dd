import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import {
  approvedNamespaces,
  familyOf,
  mergeNamespaces,
  type ProviderNamespaces,
} from '../../../domain/wallet-protocol/provider/provider-namespaces.js';
import type { SessionGrants } from '../../../domain/wallet-protocol/rules/grants.js';
import { providerChainFault } from '../../../domain/wallet-protocol/rules/provider-rules.js';
import type { JsonRpc } from '../../ports/json-rpc.port.js';
import type { Logger } from '../../ports/logger.port.js';
import type { CallStatusDeps } from './call-statuses.js';
import type { Eip155ProviderDeps } from './eip155-provider.js';
import type { NamespaceProvider } from './namespace-provider.js';
import type { ProviderAuthentication, ProviderClient, ProviderEmitter, ProviderSession } from './provider-client.js';
import { type ProviderRecord, ProviderRecords } from './provider-records.js';
import { openProviders, updateProviders } from './provider-state.js';

/** What a provider is made of. */
export interface WalletProviderParts<Session extends ProviderSession, Authentication extends ProviderAuthentication<Session>>
  extends Pick<CallStatusDeps, 'bundler' | 'clock' | 'service'> {
  readonly openClient: () => Promise<ProviderClient<Session, Authentication>>;
  readonly events: ProviderEmitter;
  readonly rpc: JsonRpc;
  readonly logger: Pick<Logger, 'warn'>;
  /** Topic of the session to go on with. Default: the first one. */
  readonly topic?: string | undefined;
}

/** The session that a provider serves, or none: its namespaces, their providers, their default chains, and what is kept of them. */
export abstract class ServedSession<Session extends ProviderSession, Authentication extends ProviderAuthentication<Session>> {
  /** What was asked for and what is allowed, by namespace. */
  namespaces?: ProviderNamespaces;
  optionalNamespaces?: ProviderNamespaces;
  sessionProperties?: Record<string, string>;
  rpcProviders: { [namespace: string]: NamespaceProvider } = {};
  session?: Session;
  /** Where the host listens. */
  readonly events: ProviderEmitter;
  protected readonly parts: WalletProviderParts<Session, Authentication>;
  #client: ProviderClient<Session, Authentication> | undefined;
  #records: ProviderRecords | undefined;

  constructor(parts: WalletProviderParts<Session, Authentication>) {
    this.parts = parts;
    this.events = parts.events;
  }

  /** @throws LatchkeyError `wallet-protocol/client-not-initialized` before the provider was started */
  protected needClient(): ProviderClient<Session, Authentication> {
    if (this.#client === undefined) throw new LatchkeyError('wallet-protocol/client-not-initialized', {});
    return this.#client;
  }

  /** Opens the client and takes up the session that there is. @throws LatchkeyError `wallet-protocol/session-unknown` */
  protected async open(): Promise<ProviderClient<Session, Authentication>> {
    const { openClient, topic } = this.parts;
    const client = await openClient();
    this.#client = client;
    this.#records = new ProviderRecords(client.core.storage);
    const session = topic === undefined ? client.session.getAll()[0] : sessionOf(client, topic);
    const stored = session === undefined ? null : await this.#load(this.#records, session.topic);
    this.namespaces = stored?.namespaces ?? {};
    this.optionalNamespaces = stored?.optionalNamespaces ?? {};
    if (stored?.sessionProperties !== undefined) this.sessionProperties = stored.sessionProperties;
    if (session !== undefined) this.serve(session);
    return client;
  }

  protected serve(session: Session): void {
    for (const provider of Object.values(this.rpcProviders)) provider.dispose();
    this.session = session;
    this.namespaces = mergeNamespaces(this.namespaces, approvedNamespaces(session.namespaces));
    this.rpcProviders = openProviders(session.namespaces, this.served(), this.#deps());
  }

  protected update(grants: SessionGrants): void {
    const { session } = this;
    if (session === undefined) return;
    this.session = { ...this.needClient().session.get(session.topic), namespaces: grants };
    this.namespaces = mergeNamespaces(this.namespaces, approvedNamespaces(grants));
    updateProviders(this.rpcProviders, grants, this.served(), this.#deps());
    void this.save({ namespaces: this.namespaces });
  }

  /** Goes with a wallet to another chain. */
  protected goToChain(chainId: string): void {
    const [namespace = '', reference = ''] = chainId.split(':');
    const provider = this.rpcProviders[namespace];
    if (provider === undefined) this.parts.logger.warn(`A wallet changed to a chain of no use here: ${chainId}`);
    else provider.setDefaultChain(reference);
  }

  /** Which chain a call goes to; `null` where nothing is connected or asked for. @throws LatchkeyError `wallet-protocol/namespace-not-configured` */
  protected route(chain: string | undefined): readonly [namespace: string, reference: string] | null {
    const configured = Object.keys(this.namespaces ?? {});
    if (configured.length === 0) return null;
    const [namespace = '', reference = ''] = (chain ?? '').split(':');
    const fault = namespace === '' ? null : providerChainFault(namespace, configured, []);
    if (fault !== null) throw latchkeyErrorOf(fault);
    if (namespace !== '' && reference !== '') return [namespace, reference];
    const used = namespace === '' ? configured.map(familyOf).find((each) => this.rpcProviders[each] !== undefined) : namespace;
    const provider = used === undefined ? undefined : this.rpcProviders[used];
    return used === undefined || provider === undefined ? null : [used, provider.getDefaultChain()];
  }

  /** What was asked for, needed or not, and what is allowed. */
  protected served(): ProviderNamespaces {
    return mergeNamespaces(this.namespaces, this.optionalNamespaces);
  }

  /** What cannot be kept is lost with the page; the session goes on. */
  protected async save(record: Partial<ProviderRecord>): Promise<void> {
    const topic = this.session?.topic;
    if (topic === undefined) return;
    await this.#records?.save(topic, record).catch((error: unknown) => this.parts.logger.warn('Failed to persist the provider', error));
  }

  /** Never fails. @param except topic of a pairing that is used again */
  protected async leavePairings(options: PairingsCleanup, except?: string): Promise<void> {
    await leavePairings(this.needClient(), options, except).catch((error: unknown) =>
      this.parts.logger.warn('Failed to cleanup pending pairings', error),
    );
  }

  /** Forgets the session and all that belongs to it. */
  protected async forget(): Promise<void> {
    const topic = this.session?.topic;
    for (const provider of Object.values(this.rpcProviders)) provider.dispose();
    this.rpcProviders = {};
    delete this.session;
    delete this.namespaces;
    delete this.optionalNamespaces;
    delete this.sessionProperties;
    await this.leavePairings({ deletePairings: true });
    try {
      if (topic !== undefined) await this.#records?.remove(topic);
      if (this.needClient().session.length === 0) await this.#records?.removeAll();
    } catch (error) {
      this.parts.logger.warn('Failed to cleanup storage', error);
    }
  }

  async #load(records: ProviderRecords, topic: string): Promise<ProviderRecord | null> {
    try {
      return await records.load(topic);
    } catch (error) {
      this.parts.logger.warn('Failed to restore the provider', error);
      return null;
    }
  }

  #onDefaultChain(chainId: string, addresses: string[] | null): void {
    const [namespace = '', reference = ''] = chainId.split(':');
    const known = this.namespaces?.[namespace] ?? { chains: [], methods: [], events: [] };
    this.namespaces = { ...this.namespaces, [namespace]: { ...known, defaultChain: reference } };
    void this.save({ namespaces: this.namespaces });
    this.events.emit('default_chain_changed', chainId);
    this.events.emit('chainChanged', reference);
    if (addresses !== null) this.events.emit('accountsChanged', addresses);
  }

  #deps(): Eip155ProviderDeps {
    const { bundler, clock, logger, rpc, service } = this.parts;
    const client = this.needClient();
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

/** How pairings are left. */
export interface PairingsCleanup {
  /** They expire at once, instead of being listened to no longer. Default: false. */
  deletePairings?: boolean | undefined;
}

/** Leaves the pairings of a client. @param except topic of one that is used again */
const leavePairings = async ({ core }: ProviderClient, { deletePairings = false }: PairingsCleanup, except?: string): Promise<void> => {
  for (const { topic } of core.pairing.getPairings()) {
    if (topic === except) continue;
    if (deletePairings) core.expirer.set(topic, 0);
    else await core.relayer.subscriber.unsubscribe(topic);
  }
};
