import type { Observable, Subscription } from 'rxjs';
import type { KeyValueStorage } from '../../application/ports/key-value-storage.port.js';
import type { RemoteSession } from '../../application/ports/remote-session.port.js';
import type { UseCaseState, UseCaseStep } from '../../application/shared/use-case-state.js';
import type { ProtocolClient } from '../../application/wallet-protocol/protocol-client.js';
import type { ProviderProposal, ProviderRequest } from '../../application/wallet-protocol/provider/provider-client.js';
import type { SharedProviderClient } from '../../application/wallet-protocol/provider/shared-provider.js';
import type { SharedProviderSession } from '../../application/wallet-protocol/provider/shared-universal-provider.js';
import type { ErrorCode } from '../../domain/errors/error-contexts.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../domain/wallet-protocol/fault-errors.js';
import { mergeNamespaces } from '../../domain/wallet-protocol/provider/provider-namespaces.js';
import type { RequestedNamespaces } from '../../domain/wallet-protocol/rules/grants.js';
import { requestedNamespacesFault } from '../../domain/wallet-protocol/rules/namespaces-rule.js';
import { noKeyFault } from '../../domain/wallet-protocol/rules/record-faults.js';
import { Emitter } from './emitter.js';
import { withPublicErrors } from './public-error.js';
import { toSignEvent, toSignSession } from './sign-shapes.js';

export interface SharedClientDeps {
  readonly protocol: Pick<ProtocolClient, 'events$' | 'sessionOf' | 'request' | 'changeProperties'>;
  /** Returns the sessions that the client's connections use, the one that was connected last at the end. */
  readonly sessions: () => readonly RemoteSession[];
  /** Connects a wallet. @param proposal namespaces to propose; default: those of the options */
  readonly pair: (proposal: RequestedNamespaces | undefined) => Observable<UseCaseState<UseCaseStep, unknown, ErrorCode>>;
  readonly storage: KeyValueStorage;
  readonly projectId: string | undefined;
}

const MEMBERS = ['requiredNamespaces', 'optionalNamespaces'] as const;

/** The part of a Sign client that a universal provider uses, over the sessions of the modal's connections. */
export class SharedClient implements SharedProviderClient {
  readonly core: SharedProviderClient['core'];
  readonly session: SharedProviderClient['session'];
  readonly events = new Emitter();
  readonly #deps: SharedClientDeps;
  readonly #controller = new AbortController();
  readonly #pairings = new Set<Subscription>();
  readonly #subscription: Subscription;

  constructor(deps: SharedClientDeps) {
    this.#deps = deps;
    const { protocol, storage, projectId } = deps;
    // The modal's connection manages its pairings itself.
    this.core = {
      ...{ projectId, storage },
      expirer: { set: () => undefined },
      pairing: { getPairings: () => [] },
      relayer: { subscriber: { unsubscribe: async () => undefined } },
    };
    const all = (): readonly SharedProviderSession[] => this.#sessions();
    this.session = {
      get length() {
        return all().length;
      },
      getAll: all,
      get: (topic) => {
        const session = all().find((each) => each.topic === topic);
        if (session === undefined) throw latchkeyErrorOf(noKeyFault('session', topic));
        return session;
      },
      update: (topic, { sessionProperties }) => protocol.changeProperties(topic, sessionProperties),
    };
    this.#subscription = protocol.events$.subscribe(({ name, data }) => {
      switch (name) {
        case 'session_ping':
        case 'session_event':
        case 'session_update':
        case 'session_delete':
        case 'session_expire':
          this.events.emit(name, toSignEvent(name, data));
      }
    });
  }

  async connect(params: ProviderProposal): Promise<{ approval(): Promise<SharedProviderSession> }> {
    const { requiredNamespaces, optionalNamespaces } = params;
    for (const member of MEMBERS) {
      const namespaces = params[member] ?? {};
      const fault = Object.keys(namespaces).length === 0 ? null : requestedNamespacesFault(namespaces, 'connect()', member);
      if (fault !== null) throw latchkeyErrorOf(fault);
    }
    // Required namespaces are proposed as optional, as by `SignClient`.
    const proposal = mergeNamespaces(requiredNamespaces, optionalNamespaces);
    return { approval: () => this.#pair(Object.keys(proposal).length === 0 ? undefined : proposal) };
  }

  /** @throws LatchkeyError `wallet/unsupported-method`: the client signs in */
  async authenticate(): Promise<never> {
    throw new LatchkeyError('wallet/unsupported-method', { method: 'wc_sessionAuthenticate' });
  }

  request<Result>({ topic, request, chainId, expiry }: ProviderRequest): Promise<Result> {
    const { method, params } = request;
    const call = { topic, request: { method, params }, chainId, ...(expiry === undefined ? {} : { expiry }) };
    // The result type depends on the method, so the caller names it.
    return withPublicErrors(async () => (await this.#deps.protocol.request(call)) as Result);
  }

  async disconnect({ topic }: { readonly topic: string }): Promise<void> {
    await this.#deps
      .sessions()
      .find((each) => each.topic === topic)
      ?.disconnect(this.#controller.signal);
  }

  cancelPairings(): void {
    for (const pairing of this.#pairings) pairing.unsubscribe();
    this.#pairings.clear();
  }

  dispose(): void {
    this.#controller.abort(new LatchkeyError('config/disposed', {}));
    this.cancelPairings();
    this.#subscription.unsubscribe();
    this.events.removeAllListeners();
  }

  /** The sessions in use, the one that was connected last first. */
  #sessions(): readonly SharedProviderSession[] {
    const { sessions, protocol } = this.#deps;
    return sessions()
      .toReversed()
      .flatMap(({ topic }) => protocol.sessionOf(topic) ?? [])
      .map(toSignSession);
  }

  /** Connects a wallet. Never settles after {@link cancelPairings}. */
  #pair(proposal: RequestedNamespaces | undefined): Promise<SharedProviderSession> {
    return new Promise((resolve, reject) => {
      const pairing = this.#deps.pair(proposal).subscribe({
        next: (state) => {
          if (state.status === 'error') reject(state.error);
          if (state.status !== 'success') return;
          const [session] = this.#sessions();
          // The wallet may have ended the session at once.
          if (session === undefined) reject(new LatchkeyError('wallet-protocol/user-disconnected', { detail: '' }));
          else resolve(session);
        },
        error: reject,
      });
      this.#pairings.add(pairing);
      pairing.add(() => this.#pairings.delete(pairing));
    });
  }
}
