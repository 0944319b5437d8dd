import { describe, expect, it } from 'vitest';
import type { PendingAuthRequest } from '../../../../domain/wallet-protocol/pending-auth-request.js';
import { readStoredAuthRequest } from '../../../../domain/wallet-protocol/pending-auth-request.js';

const RECORD: PendingAuthRequest = {
  id: 1,
  pairingTopic: 'ab',
  transportType: 'relay',
  isOwn: true,
  walletLink: 'https://wallet.example',
  authPayload: { chains: ['eip155:1'], domain: 'a.example', aud: 'https://a.example', version: '1', nonce: 'n', iat: '2024-01-01' },
  requester: { publicKey: '11'.repeat(32), metadata: { name: 'App', description: '', url: '', icons: [] } },
  expiryTimestamp: 1_700_000_000,
};

describe('readStoredAuthRequest', () => {
  it('round-trips', () => {
    expect(readStoredAuthRequest(structuredClone(RECORD))).toEqual(RECORD);
    expect(readStoredAuthRequest({ ...RECORD, transportType: 'link_mode', isOwn: false })?.isOwn).toBe(false);
    const declined: PendingAuthRequest = {
      ...RECORD,
      isOwn: false,
      answeredWith: '22'.repeat(32),
      answer: { error: { code: 1, message: '' } },
    };
    // The first record is in the format of earlier versions.
    for (const record of [declined, { ...declined, kind: 'reject' }])
      expect(readStoredAuthRequest(structuredClone(record))).toEqual(record);
  });

  it('returns null if a member is missing or invalid', () => {
    for (const value of [null, 'x', [], {}]) expect(readStoredAuthRequest(value)).toBeNull();
    for (const name of ['id', 'pairingTopic', 'transportType', 'isOwn', 'authPayload', 'requester', 'expiryTimestamp'])
      expect(readStoredAuthRequest({ ...RECORD, [name]: undefined }), name).toBeNull();
    expect(readStoredAuthRequest({ ...RECORD, transportType: 'invalid' })).toBeNull();
  });
});
