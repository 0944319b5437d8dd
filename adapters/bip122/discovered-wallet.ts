import type { Connector } from '../../domain/connection/connector.js';

/** API of a wallet's provider. */
export type WalletDialect =
  /** Features of the Wallet Standard: https://github.com/ExodusMovement/bitcoin-wallet-standard */
  | 'standard'
  /** `request(method, params)` as in sats-connect (WBIP004, SIP-030): https://docs.xverse.app/sats-connect */
  | 'sats-connect'
  /** `request(method, params)` with Leather's parameters: https://leather.gitbook.io/developers */
  | 'leather'
  /** UniSat's API: https://docs.unisat.io/dev/open-api-documentation/unisat-wallet */
  | 'unisat'
  /** UniSat's API, but opened by `connect()`: https://web3.okx.com/build/dev-docs/sdks/chains/bitcoin/provider */
  | 'okx';

/** A discovered wallet with its provider. */
export interface DiscoveredWallet {
  readonly connector: Connector;
  readonly provider: object;
  readonly dialect: WalletDialect;
}
