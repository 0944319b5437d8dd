import { token } from '../shared/token.js';
import type { MessageRelay } from './message-relay.js';
import type { OneClick } from './one-click.js';
import type { ProtocolClient } from './protocol-client.js';
import type { SharedProvider } from './provider/shared-provider.js';
import type { LoadedEngine } from './remote-wallets.js';

/** Sign-in in the approval of a connection; `null` if the app uses no sign-in. */
export const ONE_CLICK = token<OneClick | null>('OneClick');

export const MESSAGE_RELAY = token<MessageRelay>('MessageRelay');

/** The universal provider that `getUniversalProvider()` returns. */
export const UNIVERSAL_PROVIDER = token<SharedProvider>('UniversalProvider');

export const PROTOCOL_CLIENT = token<ProtocolClient>('ProtocolClient');

/** The engine chunk as `RemoteWallets` loads it. */
export const PROTOCOL_ENGINE = token<LoadedEngine>('ProtocolEngine');
