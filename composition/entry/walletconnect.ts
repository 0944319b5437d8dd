export { RANDOM, type Random } from '../../application/ports/random.port.js';
export { RECORD_STORE, type RecordStore } from '../../application/ports/record-store.port.js';
export { RELAY, type Relay, type RelayError, type RelayMessage, type RelayStatus } from '../../application/ports/relay.port.js';
export { type WalletConnectOptions, walletconnect } from '../modules/walletconnect.module.js';
