/**
 * Sign-in on the site's server: endpoints that issue nonces, verify signed messages of all four namespaces and keep sessions in a signed,
 * http-only cookie. Runs on Node, at the edge and in workers. Guide: [Sign-in](../guides/sign-in.md).
 * @module
 */

export type { ChainId } from '../../domain/caip/caip-2.js';
export { formatSignInMessage, parseSignInMessage, type SignInMessage } from '../../domain/sign-in/sign-in-message.js';
export type { SignInRefusal } from '../../domain/sign-in/verify-sign-in.js';
export type { EthCall, RunEthCall } from '../../domain/signatures/contract-signature.js';
export { type MemoryStoreOptions, memoryStore } from '../../server/memory-store.js';
export { POSTGRES_SCHEMA, type PostgresQuery, postgresStore } from '../../server/postgres-store.js';
export { createSignInHandler, type PublicSession, type SignInHandler, type SignInHandlerOptions } from '../../server/sign-in-handler.js';
export type { SignInSession, SignInSessionKey, SignInStore, StoredNonce, StoredSession } from '../../server/sign-in-store.js';
