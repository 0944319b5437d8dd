import { LatchkeyError } from '../errors/latchkey-error.js';
import { admitNamespace, type Namespace } from './namespace.js';

/** CAIP-2: namespace is `[-a-z0-9]{3,8}`. */
const NAMESPACE = /^[-a-z0-9]{3,8}$/;

/**
 * Makes the namespace of an adapter known: from now on CAIP-2, CAIP-10 and CAIP-19 ids of it are well formed and networks of
 * it can be configured. The function that makes the adapter's module calls it; to call it again changes nothing. A namespace
 * stays known as long as the page lives, whatever clients come and go: ids are checked without one.
 * @throws LatchkeyError `config/invalid-option` for a name that is no CAIP-2 namespace
 * @see https://chainagnostic.org/CAIPs/caip-2
 * @example
 * export const toychain = (): LatchkeyModule => {
 *   registerNamespace('toychain');
 *   return defineModule((wire) => wire(CHAIN, [], () => new ToyChain(), { dispose: (chain) => chain.dispose() }));
 * };
 */
export const registerNamespace = (namespace: Namespace): void => {
  if (!NAMESPACE.test(namespace))
    throw new LatchkeyError('config/invalid-option', { field: 'namespace', fix: 'write 3 to 8 of a-z, 0-9 and "-", as CAIP-2 has it' });
  admitNamespace(namespace);
};
