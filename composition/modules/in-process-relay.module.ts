import type { ContainerModule } from 'inversify';
import { KEY_CHAIN, type KeyChain } from '../../application/ports/key-chain.port.js';
import { RELAY, type Relay } from '../../application/ports/relay.port.js';
import { defineModule } from '../wire.js';

/**
 * Binds a relay inside this page, and simulated keys, in the place of those of `walletconnect()`: for tests.
 * @param relay an `InProcessRelay`
 * @example createLatchkey({ networks, modules: [eip155(), walletconnect(), inProcessRelay(relay)] })
 */
export const inProcessRelay = ({ page }: { readonly page: { readonly transport: Relay; readonly keyChain: KeyChain } }): ContainerModule =>
  defineModule((wire) => {
    wire(RELAY, [], () => page.transport);
    wire(KEY_CHAIN, [], () => page.keyChain);
  });
