import type { RpcErrorObject, RpcMessage, RpcResponse } from '../../../domain/wallet-protocol/json-rpc.js';
import type { Delivery, ProtocolMethod } from '../../../domain/wallet-protocol/protocol-methods.js';
import type { CallResponse } from '../../../domain/wallet-protocol/state/call-history.js';
import type { EnvelopeKeys } from '../../ports/key-chain.port.js';

/** Transport of a message: the relay, or a link that opened this app. */
export type MessageOrigin =
  | {
      readonly transport: 'relay';
      /** Milliseconds since 1970, as reported by the relay. */
      readonly publishedAt: number;
      /** SHA-256 of the envelope, hex: the subject of an attestation. */
      readonly envelopeId: string;
      /** SHA-256 of the message, hex: the key for querying an attestation that was not delivered with it. */
      readonly messageId: string;
      /** Attestation delivered with the message: a JWT, or `''` if the sender had none; omitted if it must be queried. */
      readonly attestation?: string;
      /** Sender's public key, hex; only in type 1 envelopes. */
      readonly senderPublicKey?: string;
    }
  | {
      readonly transport: 'link_mode';
      /** The response goes to this link only, whose owner the operating system verifies. `null` if the response goes by the relay. */
      readonly appLink: string | null;
    };

/** A message for a link. `sealing` replaces the topic's key. */
export interface LinkedMessage {
  readonly topic: string;
  readonly message: RpcMessage;
  readonly sealing?: EnvelopeKeys;
}

/** Sends a message by the peer's link. Resolves with `false` if the link cannot be opened and nothing was sent. */
export type LinkTransport = (message: LinkedMessage) => Promise<boolean>;

/** A peer's request. Its params are unvalidated. */
export interface IncomingCall {
  readonly topic: string;
  readonly id: number;
  readonly method: ProtocolMethod;
  readonly params: unknown;
  readonly origin: MessageOrigin;
}

/** Work after the response, while the topic's next message may be handled. The message is acknowledged once it is done. */
export type AfterResponse = () => Promise<unknown>;

/** Row of the delivery table for a response. */
export type ResponseKind = 'response' | 'reject' | 'autoReject';

/** Result of a call handler. */
export interface CallOutcome {
  /** Response to send now; `null` if it is sent later with `RpcExchange.reply`, or never. */
  readonly response: CallResponse | null;
  /** Default `response`. */
  readonly kind?: ResponseKind;
  /** Set if handling the call again, also after a reload, gives the same response, which then need not be stored. Default `false` */
  readonly isRepeatable?: boolean;
  /** Runs after the response was published, whether or not that succeeded. */
  readonly afterResponse?: AfterResponse;
}

/**
 * Handles a call. Called once per call, in order per topic, and resolves when the call's effect is stored: if the page is closed before,
 * the call is delivered again. An error is logged and the call is not acknowledged.
 */
export type CallHandler = (call: IncomingCall) => Promise<CallOutcome>;

/** Handles a response that this page has no pending call for, such as one to a call of an earlier page load; `null` if it does not match. */
export type ResponseHandler = (topic: string, response: RpcResponse, origin: MessageOrigin) => Promise<AfterResponse | null>;

/** An outgoing request. */
export interface OutgoingCall {
  readonly topic: string;
  readonly method: ProtocolMethod;
  readonly params: unknown;
  /** Topic of the response. Default: the topic of the call. */
  readonly responseTopic?: string;
  /** Default: a new one. */
  readonly id?: number;
  /** Default: that of the method. Its `ttl` is also the response timeout, in seconds. */
  readonly delivery?: Delivery;
  /** Link transport to try before the relay. */
  readonly link?: LinkTransport | null;
  /** Awaited before the call is published. It must not reject. */
  readonly beforePublish?: () => Promise<void>;
}

/** A call in progress. Neither promise ever causes an unhandled rejection. */
export interface PendingCall {
  readonly id: number;
  /**
   * Resolves once the relay has accepted the call, or the response has arrived before that.
   * @throws LatchkeyError `relay/…`, `config/disposed`
   */
  readonly published: Promise<void>;
  /**
   * Resolves with the peer's result, whenever it arrived.
   * @throws PeerError the peer's error response
   * @throws LatchkeyError `wallet-protocol/request-expired`, `wallet-protocol/user-disconnected`, `relay/…`, `config/disposed`
   */
  readonly result: Promise<unknown>;
}

/** A peer's error response with its code and message, as an EIP-1193 provider throws it. */
export class PeerError extends Error {
  override readonly name = 'PeerError';
  readonly code: number;
  readonly data: unknown;

  constructor({ code, message, data }: RpcErrorObject) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
