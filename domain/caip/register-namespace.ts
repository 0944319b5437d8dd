import { LatchkeyError } from '../errors/latchkey-error.js';
import { addNamespace, type Namespace } from './namespace.js';

/** CAIP-2: namespace is `[-a-z0-9]{3,8}`. */
const NAMESPACE = /^[-a-z0-9]{3,8}$/;

/**
 * Registers an adapter's namespace, so that its CAIP-2, CAIP-10 and CAIP-19 ids are valid and its networks can be configured. Call it in
 * the function that creates the adapter's module; repeated calls have no effect. A namespace cannot be unregistered: ids are also
 * validated without a client.
 * @throws LatchkeyError `config/invalid-option` for an invalid CAIP-2 namespace
 * @see https://chainagnostic.org/CAIPs/caip-2
 * @example
 * export const toychain = (): LatchkeyModule => {
 *   registerNamespace('toychain');
 *   return defineModule((wire) => wire(CHAIN, [], () => new ToyChain(), { dispose: (chain) => chain.dispose() }));
 * };
 */
export const registerNamespace = (namespace: Namespace): void => {
  if (!NAMESPACE.test(namespace))
    throw new LatchkeyError('config/invalid-option', { field: 'namespace', fix: 'use 3 to 8 characters of a-z, 0-9 and "-" (CAIP-2)' });
  addNamespace(namespace);
};
