/** How a message travels: its tag for the relay, how long the relay keeps it, and whether it wakes the peer's device. */
export interface Delivery {
  readonly tag: number;
  /** Seconds. */
  readonly ttl: number;
  readonly prompt: boolean;
}

/** How a call, its answer and its refusals travel. */
export interface MethodDeliveries {
  readonly request: Delivery;
  readonly response: Delivery;
  readonly reject?: Delivery;
  readonly autoReject?: Delivery;
}

const FIVE_MINUTES = 300;
const HOUR = 3_600;
const DAY = 86_400;

const quiet = (tag: number, ttl: number): Delivery => ({ tag, ttl, prompt: false });
const loud = (tag: number, ttl: number): Delivery => ({ tag, ttl, prompt: true });

/**
 * The calls of the protocol and how each travels. Never changed at run time: a call with an expiry of its own takes a copy.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods
 */
export const PROTOCOL_METHODS = {
  wc_sessionPropose: {
    request: loud(1100, FIVE_MINUTES),
    response: quiet(1101, FIVE_MINUTES),
    reject: quiet(1120, FIVE_MINUTES),
    autoReject: quiet(1121, FIVE_MINUTES),
  },
  wc_sessionSettle: { request: quiet(1102, FIVE_MINUTES), response: quiet(1103, FIVE_MINUTES) },
  wc_sessionUpdate: { request: quiet(1104, DAY), response: quiet(1105, DAY) },
  wc_sessionExtend: { request: quiet(1106, DAY), response: quiet(1107, DAY) },
  wc_sessionRequest: { request: loud(1108, FIVE_MINUTES), response: quiet(1109, FIVE_MINUTES) },
  wc_sessionEvent: { request: loud(1110, FIVE_MINUTES), response: quiet(1111, FIVE_MINUTES) },
  wc_sessionDelete: { request: quiet(1112, DAY), response: quiet(1113, DAY) },
  wc_sessionPing: { request: quiet(1114, DAY), response: quiet(1115, DAY) },
  wc_sessionAuthenticate: {
    request: loud(1116, HOUR),
    response: quiet(1117, HOUR),
    reject: quiet(1118, FIVE_MINUTES),
    autoReject: quiet(1119, FIVE_MINUTES),
  },
  wc_pairingDelete: { request: quiet(1000, DAY), response: quiet(1001, DAY) },
  wc_pairingPing: { request: quiet(1002, 30), response: quiet(1003, 30) },
} as const satisfies Readonly<Record<string, MethodDeliveries>>;

/** Name of a call of the protocol. */
export type ProtocolMethod = keyof typeof PROTOCOL_METHODS;

/** Whether a name is that of a call of the protocol. */
export const isProtocolMethod = (name: string): name is ProtocolMethod => Object.hasOwn(PROTOCOL_METHODS, name);
