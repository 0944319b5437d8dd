import * as v from 'valibot';
import { attempt } from '../../domain/wire.js';

/**
 * What extensions put into `window.injectedWeb3`, as far as it is used. What comes back is foreign: it is read by `wallet-answers`.
 * @see https://github.com/polkadot-js/extension#injected-interface
 */
export interface InjectedProvider {
  readonly version?: unknown;
  /** Asks the person to let the site in, unless they did before. */
  enable(originName: string): PromiseLike<unknown>;
}

/** An extension that let the site in. */
export interface InjectedExtension {
  readonly accounts: {
    get(anyType?: boolean): PromiseLike<unknown>;
    /** Tells the accounts now and whenever they change; gives a function that stops it. */
    subscribe?(hear: (accounts: unknown) => void): unknown;
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

/** Whether a foreign value can be asked to let the site in. Never throws: it may be a proxy with traps. */
export const isInjectedProvider = (value: unknown): value is InjectedProvider => attempt(() => v.is(providerSchema, value)) === true;

/** Whether what `enable` gave is an extension. Never throws. */
export const isInjectedExtension = (value: unknown): value is InjectedExtension => attempt(() => v.is(extensionSchema, value)) === true;

/** Listens to the accounts that an extension shares; gives a function that stops it. */
export type Listen = (hear: (accounts: readonly unknown[]) => void) => () => void;
