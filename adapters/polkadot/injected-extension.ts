import * as v from 'valibot';
import { attempt } from '../../domain/wire.js';

/**
 * The subset of `window.injectedWeb3` entries that is used. Results are untrusted and parsed in `wallet-responses`.
 * @see https://github.com/polkadot-js/extension#injected-interface
 */
export interface InjectedProvider {
  readonly version?: unknown;
  /** Prompts the user to authorize the app, unless it already is. */
  enable(originName: string): PromiseLike<unknown>;
}

/** An extension that has authorized the app. */
export interface InjectedExtension {
  readonly accounts: {
    get(anyType?: boolean): PromiseLike<unknown>;
    /** Emits the accounts now and on every change; returns the unsubscribe function. */
    subscribe?(listener: (accounts: unknown) => void): unknown;
  };
  readonly signer: {
    readonly signPayload?: (payload: object) => PromiseLike<unknown>;
    readonly signRaw?: (raw: {
      readonly address: string;
      readonly data: string;
      readonly type: 'bytes' | 'payload';
    }) => PromiseLike<unknown>;
  };
}

const providerSchema = v.object({ enable: v.function() });
const extensionSchema = v.object({ accounts: v.object({ get: v.function() }), signer: v.object({}) });

/** Checks for a callable `enable`. Never throws: the value may be a proxy with traps. */
export const isInjectedProvider = (value: unknown): value is InjectedProvider => attempt(() => v.is(providerSchema, value)) === true;

/** Checks the result of `enable`. Never throws. */
export const isInjectedExtension = (value: unknown): value is InjectedExtension => attempt(() => v.is(extensionSchema, value)) === true;

/** Subscribes to an extension's accounts; returns the unsubscribe function. */
export type ListenToAccounts = (listener: (accounts: readonly unknown[]) => void) => () => void;
