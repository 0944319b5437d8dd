import { token } from '../shared/token.js';
import type { MessageRelay } from './message-relay.js';
import type { ProtocolClient } from './protocol-client.js';
import type { LoadedEngine } from './remote-wallets.js';

/** Token of the messages over the relay. */
export const MESSAGE_RELAY = token<MessageRelay>('MessageRelay');

/** Token of the app's side of the wallet protocol. */
export const PROTOCOL_CLIENT = token<ProtocolClient>('ProtocolClient');

/** Token of the engine with its rules, as `RemoteWallets` takes it. */
export const PROTOCOL_ENGINE = token<LoadedEngine>('ProtocolEngine');
