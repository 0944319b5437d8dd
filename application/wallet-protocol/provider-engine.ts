import { type Observable, Subject } from 'rxjs';
import { isChainId } from '../../domain/caip/caip-2.js';
import { errorText } from '../../domain/errors/error-text.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { providerMessageAlert } from '../../domain/modal/alerts.js';
import { parsePairingUri } from '../../domain/wallet-protocol/pairing-uri.js';
import { rejectionKindOf } from '../../domain/wallet-protocol/peer-error-codes.js';
import { describeProtocolError } from '../../domain/wallet-protocol/protocol-errors.js';
import { type PeerMetadata, readPeerMetadata, type SessionNamespaces } from '../../domain/wallet-protocol/session.js';
import { readSessionNamespaces } from '../../domain/wallet-protocol/session-namespaces.js';
import { attempt } from '../../domain/wire.js';
import type { ModalStore } from '../modal/modal.store.js';
import type { Clock } from '../ports/clock.port.js';
import type { RemoteSession, RemoteSessionEvent } from '../ports/remote-session.port.js';
import { abortable } from '../shared/abortable.js';
import { onAbort } from '../shared/on-abort.js';
import type { PairRequest } from './pairing-attempt.js';
import type {
  ProviderClient,
  ProviderListener,
  ProviderProposal,
  ProviderSession,
  ProviderSessionEvent,
} from './provider/provider-client.js';
import type { PairingEngine } from './remote-wallets.js';

/** Members of a settled session. Those of the wallet are untrusted. */
interface AppProviderSession extends ProviderSession {
  readonly peer?: { readonly metadata?: unknown } | undefined;
  /** Seconds since 1970. */
  readonly expiry?: number | undefined;
}

/** Members of the client of a {@link AppUniversalProvider}. */
interface AppProviderClient extends Pick<ProviderClient, 'request' | 'disconnect'> {
  readonly session: { getAll(): readonly AppProviderSession[] };
  readonly events: { on(event: string, listener: ProviderListener): unknown; off(event: string, listener: ProviderListener): unknown };
}

/** The members of a universal provider that connecting uses. That of `latchkey/walletconnect` and the official one fit. */
export interface AppUniversalProvider {
  readonly client: AppProviderClient;
  connect(params: Pick<ProviderProposal, 'optionalNamespaces'>): Promise<AppProviderSession | undefined>;
  on(event: string, listener: ProviderListener): unknown;
  removeListener(event: string, listener: ProviderListener): unknown;
  abortPairingAttempt?(): void;
}

export interface ProviderEngineDeps {
  readonly provider: AppUniversalProvider;
  readonly clock: Clock;
  readonly modal: Pick<ModalStore, 'alert'>;
}

/** Validity of a URI that states no expiry. */
const URI_VALIDITY_MS = 300_000;

/** Connects remote wallets through the universal provider of the app, and uses its sessions. The app disposes of the provider. */
export class ProviderEngine implements PairingEngine {
  readonly #deps: ProviderEngineDeps;
  /** Sessions by topic that chain adapters hold. */
  readonly #sessions = new Map<string, ProviderRemoteSession>();

  constructor(deps: ProviderEngineDeps) {
    this.#deps = deps;
  }

  /** @throws LatchkeyError `wallet/rejected`, `wallet/request-failed`, `wallet-protocol/unsupported-chains` */
  readonly pair = async ({ optionalNamespaces, onUri }: PairRequest, signal: AbortSignal): Promise<RemoteSession> => {
    const { provider, clock, modal } = this.#deps;
    signal.throwIfAborted();
    const display = (uri: string): void => {
      const expiry = attempt(() => parsePairingUri(uri).expiry) ?? null;
      onUri({ uri, expiresAt: expiry === null ? clock.now() + URI_VALIDITY_MS : expiry * 1_000 });
    };
    provider.on('display_uri', display);
    const removeAbortListener = onAbort(signal, () => provider.abortPairingAttempt?.());
    try {
      const session = await provider.connect({ optionalNamespaces });
      if (session === undefined) throw new LatchkeyError('wallet/request-failed', { method: PROPOSE, rpcCode: null });
      return this.#open(session);
    } catch (error) {
      const alert = providerMessageAlert(errorText(error));
      if (alert !== null) modal.alert(alert);
      throw signal.aborted ? signal.reason : toConnectError(error);
    } finally {
      removeAbortListener();
      provider.removeListener('display_uri', display);
    }
  };

  readonly resume = async (topic?: string): Promise<RemoteSession | null> => {
    const sessions = this.#deps.provider.client.session.getAll();
    const latest = sessions.toSorted((a, b) => (b.expiry ?? 0) - (a.expiry ?? 0))[0];
    const session = topic === undefined ? latest : sessions.find((each) => each.topic === topic);
    return session === undefined ? null : this.#open(session);
  };

  /** Releases the sessions; they stay connected. */
  readonly dispose = (): void => {
    for (const session of this.#sessions.values()) session.release();
    this.#sessions.clear();
  };

  #open(session: AppProviderSession): RemoteSession {
    const existing = this.#sessions.get(session.topic);
    if (existing?.isLive === true) return existing;
    const opened = new ProviderRemoteSession(this.#deps.provider.client, session);
    this.#sessions.set(session.topic, opened);
    return opened;
  }
}

const PROPOSE = 'wc_sessionPropose';

/** Maps an error of `connect()`: the wallet's has a code, others are a text only. */
const toConnectError = (error: unknown): Error => {
  if (isLatchkeyError(error)) return error;
  // Any thrown value except null and undefined has properties.
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  const rpcCode = typeof code === 'number' ? code : null;
  const kind = rpcCode === null ? 'failed' : rejectionKindOf(rpcCode);
  if (kind === 'rejected') return new LatchkeyError('wallet/rejected', { method: PROPOSE }, { cause: error });
  if (kind === 'unsupported')
    return new LatchkeyError('wallet-protocol/unsupported-chains', { detail: errorText(error) }, { cause: error });
  return new LatchkeyError('wallet/request-failed', { method: PROPOSE, rpcCode }, { cause: error });
};

/** Live view of a session of the app's provider. */
class ProviderRemoteSession implements RemoteSession {
  readonly topic: string;
  readonly #client: AppProviderClient;
  readonly #events = new Subject<RemoteSessionEvent>();
  readonly #listeners: readonly (readonly [event: string, listener: ProviderListener])[];
  #isReleased = false;
  /** The last state, for reads after the session has ended. */
  #last: AppProviderSession;
  /** Recomputed when the session's namespaces change. */
  #namespacesCache: { readonly of: unknown; readonly namespaces: SessionNamespaces } = { of: null, namespaces: {} };

  constructor(client: AppProviderClient, session: AppProviderSession) {
    this.topic = session.topic;
    this.#client = client;
    this.#last = session;
    this.#listeners = [
      this.#listener('session_update', () => this.#events.next({ type: 'namespaces-changed' })),
      this.#listener<ProviderSessionEvent>('session_event', ({ params: { event, chainId } }) => {
        if (isChainId(chainId)) this.#events.next({ type: 'event', chainId, name: event.name, data: event.data });
      }),
      this.#listener('session_delete', () => this.#end('wallet')),
      this.#listener('session_expire', () => this.#end('expired')),
    ];
    for (const [event, listener] of this.#listeners) client.events.on(event, listener);
  }

  get events$(): Observable<RemoteSessionEvent> {
    return this.#events;
  }

  get isLive(): boolean {
    return !this.#isReleased && this.#client.session.getAll().some(({ topic }) => topic === this.topic);
  }

  get peer(): PeerMetadata {
    return readPeerMetadata(this.#session().peer?.metadata);
  }

  get namespaces(): SessionNamespaces {
    const { namespaces } = this.#session();
    if (namespaces !== this.#namespacesCache.of)
      this.#namespacesCache = { of: namespaces, namespaces: readSessionNamespaces(namespaces) ?? {} };
    return this.#namespacesCache.namespaces;
  }

  get sessionProperties(): Readonly<Record<string, string>> | undefined {
    return this.#session().sessionProperties;
  }

  get scopedProperties(): Readonly<Record<string, unknown>> | undefined {
    return this.#session().scopedProperties;
  }

  get expiresAt(): number | undefined {
    const { expiry } = this.#session();
    return expiry === undefined ? undefined : expiry * 1_000;
  }

  async request(
    { chainId, method, params, expirySeconds: expiry }: Parameters<RemoteSession['request']>[0],
    signal: AbortSignal,
  ): Promise<unknown> {
    if (!this.isLive) throw new LatchkeyError('wallet-protocol/user-disconnected', { detail: '' });
    return abortable(this.#client.request({ topic: this.topic, chainId, request: { method, params }, expiry }), signal);
  }

  async disconnect(signal: AbortSignal): Promise<void> {
    const wasLive = this.isLive;
    // The client emits no event for a local disconnect.
    this.release();
    if (wasLive)
      await abortable(this.#client.disconnect({ topic: this.topic, reason: describeProtocolError('USER_DISCONNECTED') }), signal);
  }

  /** Stops following the client. The session stays connected. */
  release(): void {
    this.#isReleased = true;
    for (const [event, listener] of this.#listeners) this.#client.events.off(event, listener);
    this.#events.complete();
  }

  #end(reason: 'wallet' | 'expired'): void {
    this.#events.next({ type: 'ended', reason });
    this.release();
  }

  #session(): AppProviderSession {
    this.#last = this.#client.session.getAll().find(({ topic }) => topic === this.topic) ?? this.#last;
    return this.#last;
  }

  /** Creates a listener for the events of this session. */
  #listener<Data extends { readonly topic: string }>(event: string, handle: (data: Data) => void): readonly [string, ProviderListener] {
    return [event, (data: Data) => (data.topic === this.topic ? handle(data) : undefined)];
  }
}
