/**
 * Remote wallets by QR code or link, and replacements of the official clients: {@link SignClient}, {@link UniversalProvider}, {@link Core}. Needs
 * `@walletconnect/core`.
 *
 * Guides: [Remote wallets](../guides/pairing.md), [Coming from WalletConnect](../guides/coming-from-walletconnect.md),
 * [For wallet authors](../guides/wallet-authors.md).
 * @module
 */

export { Core, type CoreOptions } from '../../adapters/sign-client/core.js';
export type { SignClientOptions } from '../../adapters/sign-client/sign-options.js';
export type {
  SignAuthenticateParams,
  SignAuthenticateResult,
  SignAuthPayload,
  SignCacao,
  SignClientEvent,
  SignClientEvents,
  SignConnectParams,
  SignErrorResponse,
  SignJsonRpcResponse,
  SignMetadata,
  SignNamespaces,
  SignPairing,
  SignPendingAuthRequest,
  SignPendingRequest,
  SignProposal,
  SignRequiredNamespaces,
  SignSession,
  SignVerifyContext,
} from '../../adapters/sign-client/sign-types.js';
export { JSON_RPC, type JsonRpc, type JsonRpcCall, type JsonRpcClient } from '../../application/ports/json-rpc.port.js';
export {
  type EnvelopeKeys,
  KEY_CHAIN,
  type KeyChain,
  type MessageToSeal,
  type OpenedEnvelope,
} from '../../application/ports/key-chain.port.js';
export type { KeyValueStorage } from '../../application/ports/key-value-storage.port.js';
export { RANDOM, type Random } from '../../application/ports/random.port.js';
export { RECORD_STORE, type RecordStore } from '../../application/ports/record-store.port.js';
export {
  RELAY,
  type Relay,
  type RelayError,
  type RelayMessage,
  type RelayPublication,
  type RelayStatus,
} from '../../application/ports/relay.port.js';
export type { MessageRelay } from '../../application/wallet-protocol/message-relay.js';
export type { OneClick } from '../../application/wallet-protocol/one-click.js';
export type { ProtocolClient } from '../../application/wallet-protocol/protocol-client.js';
export type { LoadedEngine } from '../../application/wallet-protocol/remote-wallets.js';
export { MESSAGE_RELAY, ONE_CLICK, PROTOCOL_CLIENT, PROTOCOL_ENGINE } from '../../application/wallet-protocol/wallet-protocol.tokens.js';
export { ProtocolError } from '../../domain/wallet-protocol/fault-errors.js';
export { type WalletConnectOptions, walletconnect } from '../modules/walletconnect.module.js';
export { SignClient } from '../sign-client.js';
export { UniversalProvider, type UniversalProviderOpts } from '../universal-provider.js';
