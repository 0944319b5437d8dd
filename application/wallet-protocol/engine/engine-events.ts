import { type Observable, Subject } from 'rxjs';
import type { AuthRequest } from '../../../domain/wallet-protocol/authentication/auth-request.js';
import type { VerifyContext } from '../../../domain/wallet-protocol/origin/verify-context.js';
import type { Proposal } from '../../../domain/wallet-protocol/proposal.js';
import type { SessionGrants } from '../../../domain/wallet-protocol/rules/grants.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';

interface OfSession {
  readonly id: number;
  readonly topic: string;
}

/** A session request's or event's own part, on a chain. */
interface OnChain {
  /** CAIP-2. */
  readonly chainId: string;
}

/** What a host or wallet hears of the engine, by the names and in the shapes of the official clients. */
export interface EngineEventMap {
  session_proposal: { readonly id: number; readonly params: Proposal; readonly verifyContext: VerifyContext };
  session_connect: { readonly session: ProtocolSession };
  session_update: OfSession & { readonly params: { readonly namespaces: SessionGrants } };
  session_extend: OfSession;
  session_ping: OfSession;
  session_delete: OfSession;
  session_expire: { readonly topic: string };
  session_request: OfSession & {
    readonly params: OnChain & {
      readonly request: { readonly method: string; readonly params: unknown; readonly expiryTimestamp?: number };
    };
    readonly verifyContext: VerifyContext;
  };
  session_request_sent: OfSession & OnChain & { readonly request: { readonly method: string; readonly params: unknown } };
  session_request_expire: { readonly id: number };
  session_event: OfSession & { readonly params: OnChain & { readonly event: { readonly name: string; readonly data: unknown } } };
  session_authenticate: {
    readonly id: number;
    /** The pairing's. */
    readonly topic: string;
    readonly params: AuthRequest;
    readonly verifyContext: VerifyContext;
  };
  proposal_expire: { readonly id: number };
  pairing_create: { readonly topic: string };
  pairing_ping: OfSession;
  pairing_delete: OfSession;
  pairing_expire: { readonly topic: string };
}

/** Name of an event of the engine. */
export type EngineEventName = keyof EngineEventMap;

/** An event of the engine. */
export type EngineEvent = {
  readonly [Name in EngineEventName]: { readonly name: Name; readonly data: EngineEventMap[Name] };
}[EngineEventName];

/** What the engine tells its host. A host that throws ends nothing. */
export class EngineEvents {
  readonly #events = new Subject<EngineEvent>();
  readonly #listened = new Map<EngineEventName, () => boolean>();

  /** Hot; ends with the engine. */
  get events$(): Observable<EngineEvent> {
    return this.#events;
  }

  emit<Name extends EngineEventName>(name: Name, data: EngineEventMap[Name]): void {
    // One member of the union for each name; TypeScript cannot see it through the generic.
    this.#events.next({ name, data } as EngineEvent);
  }

  /** Says how to find out whether the host listens to an event: some calls are left to other clients where it does not. */
  listenedBy(name: EngineEventName, isListened: () => boolean): void {
    this.#listened.set(name, isListened);
  }

  isListened(name: EngineEventName): boolean {
    return this.#listened.get(name)?.() ?? false;
  }

  dispose(): void {
    this.#events.complete();
  }
}
