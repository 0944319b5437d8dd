import { describe, expect, it } from 'vitest';
import { readStoredRequest } from '../../../../domain/wallet-protocol/pending-request.js';

const REQUEST = {
  id: 7,
  topic: 'topic',
  expiry: 2_000_000_000,
  params: { chainId: 'eip155:1', request: { method: 'personal_sign', params: [] } },
  verifyContext: { verified: { origin: '', validation: 'UNKNOWN', verifyUrl: '' } },
};

describe('readStoredRequest', () => {
  it('reads a request, answered or not', () => {
    for (const more of [{}, { answer: { result: null } }, { answer: { error: { code: 1, message: 'No' } } }]) {
      expect(readStoredRequest({ ...REQUEST, ...more })).toEqual({ ...REQUEST, ...more });
    }
  });

  it.each([
    [null],
    [{}],
    [{ ...REQUEST, id: '7' }],
    [{ ...REQUEST, topic: '' }],
    [{ ...REQUEST, expiry: null }],
    [{ ...REQUEST, params: {} }],
    [{ ...REQUEST, params: { ...REQUEST.params, request: {} } }],
    [{ ...REQUEST, verifyContext: {} }],
    [{ ...REQUEST, answer: {} }],
  ])('returns null for %j', (value) => {
    expect(readStoredRequest(value)).toBeNull();
  });
});
