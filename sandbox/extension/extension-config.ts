/** What the folder of the extension says of the running sandbox; it is read anew whenever the worker starts. */
export interface ExtensionConfig {
  /** JSON-RPC address by EIP-155 chain id. */
  readonly rpc: Readonly<Record<number, string>>;
}
