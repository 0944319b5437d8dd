import { type Observable, Subject } from 'rxjs';
import type { AuthRequest } from '../../../domain/wallet-protocol/authentication/auth-request.js';
import type { VerifyContext } from '../../../domain/wallet-protocol/origin/verify-context.js';
import type { Proposal } from '../../../domain/wallet-protocol/proposal.js';
import type { SessionGrants } from '../../../domain/wallet-protocol/rules/grants.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';

interface SessionEventData {
  readonly id: number;
  readonly topic: string;
}

/** Params of a session request or event on a chain. */
interface ChainScoped {
  /** CAIP-2. */
  readonly chainId: string;
}

/** Events of the engine, with the names and payloads of the official clients. */
export interface EngineEventMap {
  session_proposal: { readonly id: number; readonly params: Proposal; readonly verifyContext: VerifyContext };
  session_connect: { readonly session: ProtocolSession };
  session_update: SessionEventData & { readonly params: { readonly namespaces: SessionGrants } };
  session_extend: SessionEventData;
  session_ping: SessionEventData;
  session_delete: SessionEventData;
  session_expire: { readonly topic: string };
  session_request: SessionEventData & {
    readonly params: ChainScoped & {
      readonly request: { readonly method: string; readonly params: unknown; readonly expiryTimestamp?: number };
    };
    readonly verifyContext: VerifyContext;
  };
  session_request_sent: SessionEventData & ChainScoped & { readonly request: { readonly method: string; readonly params: unknown } };
  session_request_expire: { readonly id: number };
  session_event: SessionEventData & {
    readonly params: ChainScoped & { readonly event: { readonly name: string; readonly data: unknown } };
  };
  session_authenticate: {
    readonly id: number;
    /** Pairing topic. */
    readonly topic: string;
    readonly params: AuthRequest;
    readonly verifyContext: VerifyContext;
  };
  proposal_expire: { readonly id: number };
  pairing_create: { readonly topic: string };
  pairing_ping: SessionEventData;
  pairing_delete: SessionEventData;
  pairing_expire: { readonly topic: string };
}

export type EngineEventName = keyof EngineEventMap;

/** An event of the engine, with its name and data. */
export type EngineEvent = {
  readonly [Name in EngineEventName]: { readonly name: Name; readonly data: EngineEventMap[Name] };
}[EngineEventName];

/** Event emitter of the engine. An exception in a listener does not affect the engine. */
export class EngineEvents {
  readonly #events = new Subject<EngineEvent>();
  readonly #listenerChecks = new Map<EngineEventName, () => boolean>();

  /** Hot; completes when the engine is disposed. */
  get events$(): Observable<EngineEvent> {
    return this.#events;
  }

  emit<Name extends EngineEventName>(name: Name, data: EngineEventMap[Name]): void {
    // Each name is a member of the union, which TypeScript cannot infer for a generic name.
    this.#events.next({ name, data } as EngineEvent);
  }

  /**
   * Sets the check for listeners of an event. Without one for `session_authenticate`, sign-in requests are
   * rejected and the proposals that accompany them are handled.
   */
  setListenerCheck(name: EngineEventName, hasListener: () => boolean): void {
    this.#listenerChecks.set(name, hasListener);
  }

  hasListener(name: EngineEventName): boolean {
    return this.#listenerChecks.get(name)?.() ?? false;
  }

  dispose(): void {
    this.#events.complete();
  }
}
