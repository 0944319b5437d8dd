import { RELAY, type Relay } from '../../application/ports/relay.port.js';
import { defineModule, type LatchkeyModule } from '../wire.js';

/**
 * Puts a relay inside this page in the place of the one at `endpoints.relay`: for tests. It comes after `walletconnect()`.
 * @param relay an `InProcessRelay`
 * @example createLatchkey({ networks, modules: [eip155(), walletconnect(), inProcessRelay(relay)] })
 */
export const inProcessRelay = ({ page }: { readonly page: Relay }): LatchkeyModule => defineModule((wire) => wire(RELAY, [], () => page));
