import type { Observable } from 'rxjs';
import type { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Delivery } from '../../domain/wallet-protocol/protocol-methods.js';
import { token } from '../shared/token.js';

/** Errors of the relay connection. */
export type RelayError = LatchkeyError<'relay/unreachable' | 'relay/unauthorized'>;

/**
 * Status of the relay connection. `failed` remains until the connection is open. After `relay/unreachable` it reconnects automatically while
 * a topic is subscribed; after `relay/unauthorized` only on the next {@link Relay.open}.
 */
export type RelayStatus =
  | { readonly type: 'closed' }
  | { readonly type: 'opening' }
  | { readonly type: 'open' }
  | { readonly type: 'failed'; readonly error: RelayError };

/** An envelope to publish. */
export interface RelayPublication {
  readonly topic: string;
  /** Base64. Opaque to the relay. */
  readonly envelope: string;
  readonly delivery: Delivery;
  /** Unencrypted JWT sent with the envelope, `''` for none; absent if the recipient should look the attestation up. */
  readonly attestation?: string;
}

/** An envelope received from the relay. */
export interface RelayMessage {
  readonly topic: string;
  readonly envelope: string;
  /** Milliseconds since the Unix epoch, as reported by the relay. */
  readonly publishedAt: number;
  /** JWT received with the envelope, or `''` if the sender has none; absent if the relay sent no such field. */
  readonly attestation?: string;
  /**
   * Acknowledges the envelope, so that the relay does not deliver it again. Call it once the effect of the message is stored: an envelope
   * that is not acknowledged within a minute, or before a reload, is delivered again.
   */
  acknowledge(): void;
}

/**
 * The relay of the wallet protocol: delivers encrypted envelopes to mailboxes, which are identified by topics. Nothing is loaded, opened or
 * sent before the first call. Calls open the connection on demand and keep it open while a topic is subscribed. A lost connection is
 * reopened and the topics are resubscribed. After `dispose()`, calls that need the connection reject with `config/disposed`.
 * @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc
 */
export interface Relay {
  /** First value synchronous. */
  readonly status$: Observable<RelayStatus>;
  /** Hot, never completes or errors. Emits each envelope once, in the order of publication. */
  readonly messages$: Observable<RelayMessage>;
  /**
   * Opens the connection, trying the configured URLs in order.
   * @throws LatchkeyError `relay/unreachable` within 8 s, `relay/unauthorized` immediately
   */
  open(signal: AbortSignal): Promise<void>;
  /**
   * Receives envelopes of the topics, including those waiting in the mailbox. After a failure the topics are
   * subscribed once the connection is open, unless `unsubscribe` is called; after an abort they are not.
   * @throws LatchkeyError `relay/unreachable`, `relay/unauthorized`
   */
  subscribe(topics: readonly string[], signal: AbortSignal): Promise<void>;
  /** Stops receiving envelopes of the topics. Never fails. */
  unsubscribe(topics: readonly string[]): Promise<void>;
  /**
   * Publishes an envelope; resolves when the relay has accepted it. Safe to repeat with the same envelope: it is delivered once.
   * @throws LatchkeyError `relay/unreachable`, `relay/unauthorized`, `relay/publish-failed`
   */
  publish(publication: RelayPublication, signal: AbortSignal): Promise<void>;
  /** Closes the connection and removes every timer and listener. */
  dispose(): void;
}

/** Token of the relay port. Default: the relay at `endpoints.relay`, disposed with the client. */
export const RELAY = token<Relay>('Relay');
