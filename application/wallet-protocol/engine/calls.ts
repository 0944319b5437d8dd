import type { RpcErrorObject, RpcMessage, RpcResponse } from '../../../domain/wallet-protocol/json-rpc.js';
import type { Delivery, ProtocolMethod } from '../../../domain/wallet-protocol/protocol-methods.js';
import type { CallAnswer } from '../../../domain/wallet-protocol/state/call-history.js';
import type { EnvelopeKeys } from '../../ports/key-chain.port.js';

/** How a message came: by the relay, or in a link that opened this app. */
export type MessageOrigin =
  | {
      readonly transport: 'relay';
      /** Milliseconds since 1970, as the relay says. */
      readonly publishedAt: number;
      /** SHA-256 of the envelope, hex: what an attestation is about. */
      readonly envelopeId: string;
      /** SHA-256 of the message inside of it, hex: by what an attestation is looked up where none came. */
      readonly messageId: string;
      /** What the relay handed over with it: a JWT, or `''` where the sender had none; left out where it is to be looked up. */
      readonly attestation?: string;
      /** Public key of the party that sealed it, hex; only of an envelope of type 1. */
      readonly senderPublicKey?: string;
    }
  | {
      readonly transport: 'link_mode';
      /** The link that the answer goes to, and nowhere else: the system vouches for whose it is. `null` where the answer goes by the relay. */
      readonly appLink: string | null;
    };

/** A message that travels in a link. `sealing` in the place of the topic's key. */
export interface LinkedMessage {
  readonly topic: string;
  readonly message: RpcMessage;
  readonly sealing?: EnvelopeKeys;
}

/** Carries a message by the link of a peer. `false` where that cannot be: nothing was sent. */
export type LinkWay = (message: LinkedMessage) => Promise<boolean>;

/** A call of a peer. Its parameters are foreign: whoever handles it reads them by a rule. */
export interface IncomingCall {
  readonly topic: string;
  readonly id: number;
  readonly method: ProtocolMethod;
  readonly params: unknown;
  readonly origin: MessageOrigin;
}

/** What is left to do for a message once the next one of its topic may be taken up; it is acknowledged when this is done. */
export type Rest = () => Promise<unknown>;

/** Which row of the delivery table an answer travels by. */
export type AnswerKind = 'response' | 'reject' | 'autoReject';

/** What came of a call. */
export interface Handled {
  /** Said to the peer now; `null` where it is answered later with `Exchange.reply`, or never. */
  readonly answer: CallAnswer | null;
  /** Default `response`. */
  readonly kind?: AnswerKind;
  /** Carried out once more, by the next page too, the call has the same answer: it is not stored. Default `false` */
  readonly isRepeatable?: boolean;
  /** What is done after the answer was handed to the relay, whether or not the relay took it. */
  readonly rest?: Rest;
}

/**
 * Takes up a call. It is called once for each call, one after the other on a topic, and returns when the call's effect is stored: a page
 * that is killed before is handed the call again. What it throws is logged, and the call is not acknowledged.
 */
export type CallHandler = (call: IncomingCall) => Promise<Handled>;

/**
 * Takes an answer that nobody in this page waits for, such as one to a call of an earlier page; `null` when it is not theirs.
 */
export type AnswerTaker = (topic: string, response: RpcResponse, origin: MessageOrigin) => Promise<Rest | null>;

/** A call to a peer. */
export interface OutgoingCall {
  readonly topic: string;
  readonly method: ProtocolMethod;
  readonly params: unknown;
  /** Where the peer answers: default, on the topic of the call. */
  readonly answerTopic?: string;
  /** Default: a new one. */
  readonly id?: number;
  /** Default: the method's own. Its `ttl` is how long the answer is waited for, in seconds. */
  readonly delivery?: Delivery;
  /** The way of the call, in the place of the relay. Where it carries nothing, the relay does. */
  readonly link?: LinkWay | null;
}

/** A call that is on its way. Neither promise is ever an unhandled rejection. */
export interface PlacedCall {
  readonly id: number;
  /**
   * Once the relay has it, or the answer has overtaken the relay's word.
   * @throws LatchkeyError `relay/…`, `config/disposed`
   */
  readonly published: Promise<void>;
  /**
   * The peer's result, also one that came before anybody looked.
   * @throws PeerError what the peer answered instead
   * @throws LatchkeyError `wallet-protocol/request-expired`, `wallet-protocol/user-disconnected`, `relay/…`, `config/disposed`
   */
  readonly answer: Promise<unknown>;
}

/** What a peer answered instead of a result: its own code and words, as an EIP-1193 provider would throw them. */
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
