import type { Connector } from '../../domain/connection/connector.js';

/** How a wallet is talked to. */
export type WalletDialect =
  /** Features of the Wallet Standard. @see https://github.com/ExodusMovement/bitcoin-wallet-standard */
  | 'standard'
  /** `request(method, params)` as in sats-connect. @see https://docs.xverse.app/sats-connect, WBIP004, SIP-030 */
  | 'sats-connect'
  /** `request(method, params)` with Leather's parameters. @see https://leather.gitbook.io/developers */
  | 'leather'
  /** @see https://docs.unisat.io/dev/open-api-documentation/unisat-wallet */
  | 'unisat'
  /** Like UniSat's, opened by `connect()`. @see https://web3.okx.com/build/dev-docs/sdks/chains/bitcoin/provider */
  | 'okx';

/** A wallet that can be picked, with the object that talks to it. */
export interface FoundWallet {
  readonly connector: Connector;
  readonly provider: object;
  readonly dialect: WalletDialect;
}
