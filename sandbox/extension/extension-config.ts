import type { NamespaceNodes } from '../wallet/engine/keys/namespace.js';

/** What the folder of the extension says of the running sandbox; it is read anew whenever the worker starts. */
export interface ExtensionConfig {
  /** JSON-RPC address by EIP-155 chain id. */
  readonly rpc: Readonly<Record<number, string>>;
  /** What the wallet offers besides eip155. */
  readonly nodes: NamespaceNodes;
}
