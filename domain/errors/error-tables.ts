import type { ErrorCode, ErrorContexts } from './error-contexts.js';

/**
 * The way out of an error: `retry` the same thing; `ask-user` to do something in the wallet or the page; `reconfigure`
 * the host app; `none` where nothing helps.
 */
export type Recovery = 'retry' | 'ask-user' | 'reconfigure' | 'none';

/** A sentence, or how it is made of the context. */
type ErrorMessage<Context> = string | ((context: Context) => string);

/** The sentence of each code. */
export type ErrorMessages<Code extends ErrorCode> = { readonly [C in Code]: ErrorMessage<ErrorContexts[C]> };

/** Areas of features whose code is loaded when a person asks for it. Their sentences travel with that code. */
type OnDemandArea =
  | 'send'
  | 'swap'
  | 'activity'
  | 'names'
  | 'embedded-wallet'
  | 'secure-frame'
  | 'sign-in'
  | 'directory'
  | 'wallet-protocol'
  | 'relay'
  | 'pairing'
  | 'json-rpc';

/** Codes of areas that any page may meet, which come with the code of a chain all the same. */
export type ChainErrorCode =
  | 'address/wrong-namespace'
  | 'address/wrong-network'
  | 'wallet/wrong-signature'
  | 'network/unknown-outcome'
  | 'network/wrong-node'
  | 'network/transaction-dropped'
  | 'network/transaction-reverted'
  | 'network/transaction-partly-reverted';

/** A code whose sentence and way out stand in a table of `on-demand/`. */
export type OnDemandErrorCode = ChainErrorCode | Extract<ErrorCode, `${OnDemandArea}/${string}`>;

/** A code that any page may meet: every page carries its sentence and its way out. */
export type CoreErrorCode = Exclude<ErrorCode, OnDemandErrorCode>;

/** Sentence and way out of each code. */
export interface CodeTables<Code extends ErrorCode> {
  readonly messages: ErrorMessages<Code>;
  readonly recovery: Readonly<Record<Code, Recovery>>;
}

/** Sentence and way out of each code of an area. */
export type ErrorTables<Area extends OnDemandArea> = CodeTables<Extract<ErrorCode, `${Area}/${string}`>>;
