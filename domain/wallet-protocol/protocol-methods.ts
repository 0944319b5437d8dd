/** Delivery of a message: relay tag, time to live, and whether to wake the peer's device. */
export interface Delivery {
  readonly tag: number;
  /** Seconds. */
  readonly ttl: number;
  readonly prompt: boolean;
}

/** Deliveries of a request, its response and its rejections. */
export interface MethodDeliveries {
  readonly request: Delivery;
  readonly response: Delivery;
  readonly reject?: Delivery;
  readonly autoReject?: Delivery;
}

const FIVE_MINUTES = 300;
const HOUR = 3_600;
const DAY = 86_400;

const withoutPrompt = (tag: number, ttl: number): Delivery => ({ tag, ttl, prompt: false });
const withPrompt = (tag: number, ttl: number): Delivery => ({ tag, ttl, prompt: true });

/**
 * The protocol's methods with their deliveries. Never changed at runtime: a request with its own expiry copies its delivery.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods
 */
export const PROTOCOL_METHODS = {
  wc_sessionPropose: {
    request: withPrompt(1100, FIVE_MINUTES),
    response: withoutPrompt(1101, FIVE_MINUTES),
    reject: withoutPrompt(1120, FIVE_MINUTES),
    autoReject: withoutPrompt(1121, FIVE_MINUTES),
  },
  wc_sessionSettle: { request: withoutPrompt(1102, FIVE_MINUTES), response: withoutPrompt(1103, FIVE_MINUTES) },
  wc_sessionUpdate: { request: withoutPrompt(1104, DAY), response: withoutPrompt(1105, DAY) },
  wc_sessionExtend: { request: withoutPrompt(1106, DAY), response: withoutPrompt(1107, DAY) },
  wc_sessionRequest: { request: withPrompt(1108, FIVE_MINUTES), response: withoutPrompt(1109, FIVE_MINUTES) },
  wc_sessionEvent: { request: withPrompt(1110, FIVE_MINUTES), response: withoutPrompt(1111, FIVE_MINUTES) },
  wc_sessionDelete: { request: withoutPrompt(1112, DAY), response: withoutPrompt(1113, DAY) },
  wc_sessionPing: { request: withoutPrompt(1114, DAY), response: withoutPrompt(1115, DAY) },
  wc_sessionAuthenticate: {
    request: withPrompt(1116, HOUR),
    response: withoutPrompt(1117, HOUR),
    reject: withoutPrompt(1118, FIVE_MINUTES),
    autoReject: withoutPrompt(1119, FIVE_MINUTES),
  },
  wc_pairingDelete: { request: withoutPrompt(1000, DAY), response: withoutPrompt(1001, DAY) },
  wc_pairingPing: { request: withoutPrompt(1002, 30), response: withoutPrompt(1003, 30) },
} as const satisfies Readonly<Record<string, MethodDeliveries>>;

export type ProtocolMethod = keyof typeof PROTOCOL_METHODS;

export const isProtocolMethod = (name: string): name is ProtocolMethod => Object.hasOwn(PROTOCOL_METHODS, name);
