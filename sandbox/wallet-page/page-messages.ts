import type { ControlCall } from '../process/control.js';
import type { NamespaceNodes } from '../wallet/engine/keys/namespace.js';

/** Configuration of the page. */
export interface PageConfig {
  readonly relayUrl: string;
  /** RPC URL by EIP-155 chain id. */
  readonly rpcUrls: Readonly<Record<number, string>>;
  /** Nodes of the other namespaces. Default: none. */
  readonly nodes?: NamespaceNodes;
}

/** From the service to the page: a control call of a test. */
export interface ToWalletPage {
  readonly id: number;
  readonly call: ControlCall;
}

/** From the page to the service: the call's result. */
export type FromWalletPage = { readonly id: number } & ({ readonly result: unknown } | { readonly error: string });
