import { KEY_CHAIN, type KeyChain } from '../../application/ports/key-chain.port.js';
import { RELAY, type Relay } from '../../application/ports/relay.port.js';
import { defineModule, type LatchkeyModule } from '../wire.js';

/**
 * Replaces the relay at `endpoints.relay` by one inside this page, and the keys by simulated ones: for tests. It comes after `walletconnect()`.
 * @param relay an `InProcessRelay`
 * @example createLatchkey({ networks, modules: [eip155(), walletconnect(), inProcessRelay(relay)] })
 */
export const inProcessRelay = ({ page }: { readonly page: { readonly transport: Relay; readonly keyChain: KeyChain } }): LatchkeyModule =>
  defineModule((wire) => {
    wire(RELAY, [], () => page.transport);
    wire(KEY_CHAIN, [], () => page.keyChain);
  });
