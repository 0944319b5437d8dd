import type { ProviderNamespaces } from '../../../domain/wallet-protocol/provider/provider-namespaces.js';

/** What a host asks of a wallet. */
export interface ProviderConnectParams {
  /** What the host cannot do without. */
  namespaces?: ProviderNamespaces | undefined;
  /** What it would like to have. */
  optionalNamespaces?: ProviderNamespaces | undefined;
  sessionProperties?: Record<string, string> | undefined;
  scopedProperties?: Record<string, unknown> | undefined;
  /** A pairing to use again. */
  pairingTopic?: string | undefined;
  /** Takes over what is asked for, and pairs later. */
  skipPairing?: boolean | undefined;
}

/** A call, as a host makes it. @see https://eips.ethereum.org/EIPS/eip-1193#request */
export interface ProviderCall {
  method: string;
  params?: unknown[] | Record<string, unknown> | object | undefined;
}

/** An answer in the shape of JSON-RPC. */
export interface ProviderAnswer {
  id: number;
  jsonrpc: string;
  result: unknown;
}
