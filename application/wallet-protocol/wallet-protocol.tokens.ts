import { token } from '../shared/token.js';
import type { MessageRelay } from './message-relay.js';
import type { ProtocolClient } from './protocol-client.js';
import type { LoadedEngine } from './remote-wallets.js';

export const MESSAGE_RELAY = token<MessageRelay>('MessageRelay');

export const PROTOCOL_CLIENT = token<ProtocolClient>('ProtocolClient');

/** The engine chunk as `RemoteWallets` loads it. */
export const PROTOCOL_ENGINE = token<LoadedEngine>('ProtocolEngine');
