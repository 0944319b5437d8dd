import type { ProtocolSession } from '../../../../domain/wallet-protocol/session.js';
import { APP } from './core-fixture.js';

/** A session with its own keys. */
export const protocolSession = (topic: string): ProtocolSession => ({
  topic,
  pairingTopic: 'bb',
  relay: { protocol: 'irn' },
  expiry: 2_000_000_000,
  acknowledged: true,
  controller: 'cc',
  namespaces: { eip155: { accounts: ['eip155:1:0x1'], methods: ['personal_sign'], events: [] } },
  requiredNamespaces: {},
  optionalNamespaces: {},
  self: { publicKey: 'dd', metadata: APP },
  peer: { publicKey: 'cc', metadata: APP },
});
