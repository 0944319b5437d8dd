import { describe, expect, it } from 'vitest';
import { fromSignSession, toSignSession } from '../../../../adapters/sign-client/sign-shapes.js';
import type { ProtocolSession } from '../../../../domain/wallet-protocol/session.js';

const participant = { publicKey: 'c'.repeat(64), metadata: { name: 'App', description: '', url: 'https://app.example', icons: [] } };
const STORED: ProtocolSession = {
  topic: 'a'.repeat(64),
  pairingTopic: 'b'.repeat(64),
  relay: { protocol: 'irn' },
  expiry: 1,
  acknowledged: true,
  controller: participant.publicKey,
  namespaces: {},
  requiredNamespaces: {},
  optionalNamespaces: {},
  self: participant,
  peer: participant,
  verifyContext: { verified: { origin: 'https://app.example', validation: 'INVALID', verifyUrl: '' } },
};

describe('session of the public API', () => {
  it('has no member of the engine, and keeps the stored one when the app changes it', () => {
    const session = toSignSession(STORED);
    expect(session).not.toHaveProperty('verifyContext');
    expect(fromSignSession({ ...session, expiry: 2 }, STORED)).toEqual({ ...STORED, expiry: 2 });
    expect(fromSignSession(session, null)).toEqual(session);
  });
});
