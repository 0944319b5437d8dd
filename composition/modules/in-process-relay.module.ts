import type { ContainerModule } from 'inversify';
import { KEY_CHAIN, type KeyChain } from '../../application/ports/key-chain.port.js';
import { RELAY, type Relay } from '../../application/ports/relay.port.js';
import { defineModule } from '../wire.js';

/**
 * Replaces the relay and the keys of `walletconnect()` by an in-process relay and simulated keys, for tests.
 * @param relay an `InProcessRelay`
 * @example createLatchkey({ networks, modules: [eip155(), walletconnect(), inProcessRelay(relay)] })
 */
export const inProcessRelay = ({
  appRelay,
}: {
  readonly appRelay: { readonly transport: Relay; readonly keyChain: KeyChain };
}): ContainerModule =>
  defineModule((wire) => {
    wire(RELAY, [], () => appRelay.transport);
    wire(KEY_CHAIN, [], () => appRelay.keyChain);
  });
