import { CHAIN, CLOCK, defineModule, type LatchkeyModule, OPTIONS, registerNamespace } from 'latchkey';
import { TOYCHAIN } from './namespace.js';
import { ToyChain } from './toy-chain.js';

/**
 * Adds the toy chains: wallet discovery, signing, transfers and balances.
 * @example createLatchkey({ networks: [toyNetwork('one', 'http://127.0.0.1:8000')], modules: [toychain()] })
 */
export const toychain = ({ page = window }: { readonly page?: EventTarget } = {}): LatchkeyModule => {
  registerNamespace(TOYCHAIN);
  return defineModule((wire) => {
    wire(
      CHAIN,
      [CLOCK, OPTIONS],
      (clock, options) =>
        new ToyChain({
          clock,
          page,
          networks: () => options.current.networks.filter(({ chainNamespace }) => chainNamespace === TOYCHAIN),
        }),
      { dispose: (chain) => chain.dispose() },
    );
  });
};
