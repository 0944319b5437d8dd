import type { Observable } from 'rxjs';
import type { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Delivery } from '../../domain/wallet-protocol/protocol-methods.js';
import { token } from '../shared/token.js';

/** Why the relay cannot be used. */
export type RelayError = LatchkeyError<'relay/unreachable' | 'relay/unauthorized'>;

/**
 * The line to the relay. `failed` stays until the line is open: with `relay/unreachable` it tries by itself while a topic is
 * subscribed, with `relay/unauthorized` not before the next {@link Relay.open}.
 */
export type RelayStatus =
  | { readonly type: 'closed' }
  | { readonly type: 'opening' }
  | { readonly type: 'open' }
  | { readonly type: 'failed'; readonly error: RelayError };

/** An envelope that is handed to the relay. */
export interface RelayPublication {
  readonly topic: string;
  /** Base64. Opaque to the relay. */
  readonly envelope: string;
  readonly delivery: Delivery;
  /** Travels with it in the clear: a JWT, `''` for none; left out where the receiver is to look for one. */
  readonly attestation?: string;
}

/** An envelope that the relay handed over. */
export interface RelayMessage {
  readonly topic: string;
  readonly envelope: string;
  /** Milliseconds since 1970, as the relay says. */
  readonly publishedAt: number;
  /** What the relay handed over with it: a JWT, or `''` where its sender has none; left out where it said nothing of it. */
  readonly attestation?: string;
  /**
   * Tells the relay that the envelope was taken, so that it is not delivered again. Called once the message's effect is stored; a page that
   * ends before is handed it again, and so is one that has not called it for a minute.
   */
  acknowledge(): void;
}

/**
 * The relay of the wallet protocol: carries envelopes between mailboxes, which topics name. It knows nothing of what is in them. Nothing is
 * loaded, opened or sent before the first call. Calls open the connection by themselves and keep it while a topic is subscribed; one that
 * is lost is opened again and the topics are subscribed anew. After `dispose()` calls that need the connection reject with `config/disposed`.
 * @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc
 */
export interface Relay {
  /** First value synchronous. */
  readonly status$: Observable<RelayStatus>;
  /** Hot and endless; one at a time in the order of publication, each envelope once. Never errors. */
  readonly messages$: Observable<RelayMessage>;
  /**
   * Opens the connection, on every configured address in turn.
   * @throws LatchkeyError `relay/unreachable` within 8 s, `relay/unauthorized` at once
   */
  open(signal: AbortSignal): Promise<void>;
  /**
   * Takes envelopes of the topics from now on, those that wait in the mailbox included. After a failure the topics are still
   * wanted, and subscribed once the connection is open, until `unsubscribe`; after an abort they are not.
   * @throws LatchkeyError `relay/unreachable`, `relay/unauthorized`
   */
  subscribe(topics: readonly string[], signal: AbortSignal): Promise<void>;
  /** Takes no more envelopes of the topics. Never fails. */
  unsubscribe(topics: readonly string[]): Promise<void>;
  /**
   * Hands an envelope to the relay; resolves when the relay has it. Safe to call again with the same envelope: it arrives once.
   * @throws LatchkeyError `relay/unreachable`, `relay/unauthorized`, `relay/publish-failed`
   */
  publish(publication: RelayPublication, signal: AbortSignal): Promise<void>;
  /** Closes the connection and ends every timer and listener. */
  dispose(): void;
}

/** Token of the relay port. Default: the relay at `endpoints.relay`. It is disposed of with the client. */
export const RELAY = token<Relay>('Relay');
