import type { ControlCall } from '../process/control.js';
import type { NamespaceNodes } from '../wallet/engine/keys/namespace.js';

/** What the page learns when it starts. */
export interface PageConfig {
  readonly relayUrl: string;
  /** JSON-RPC address by EIP-155 chain id. */
  readonly rpcUrls: Readonly<Record<number, string>>;
  /** What the wallet offers besides eip155, by namespace; nothing by default. */
  readonly nodes?: NamespaceNodes;
}

/** From the service to the page: what a test wants. */
export interface ToWalletPage {
  readonly id: number;
  readonly call: ControlCall;
}

/** From the page to the service: what came of it. */
export type FromWalletPage = { readonly id: number } & ({ readonly result: unknown } | { readonly error: string });
