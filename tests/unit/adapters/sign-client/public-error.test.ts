import { describe, expect, it } from 'vitest';
import { toPublicError, withPublicErrors } from '../../../../adapters/sign-client/public-error.js';
import { PeerError } from '../../../../application/wallet-protocol/engine/calls.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf, ProtocolError } from '../../../../domain/wallet-protocol/fault-errors.js';
import { invalid, protocolFault } from '../../../../domain/wallet-protocol/protocol-fault.js';

const publicErrorOf = (error: unknown): unknown => {
  const publicError = toPublicError(error);
  expect(publicError).toBeInstanceOf(ProtocolError);
  const { name, code, message } = publicError as ProtocolError;
  return { name, code, message };
};

describe('toPublicError', () => {
  it('converts a fault to an error with the protocol’s message and code, named Error', () => {
    expect(publicErrorOf(latchkeyErrorOf(invalid('connect() relays: 1')))).toEqual({
      name: 'Error',
      code: 5,
      message: 'Missing or invalid. connect() relays: 1',
    });
    expect(publicErrorOf(latchkeyErrorOf(protocolFault('pairing/already-exists', { topic: 'aa' })))).toMatchObject({
      code: 5,
      message: 'Pairing already exists: aa. Please try again with a new connection URI.',
    });
  });

  it('keeps code, message and data of a peer error', () => {
    const error = toPublicError(new PeerError({ code: 5000, message: 'User rejected.', data: { why: 'no' } }));
    expect(error).toMatchObject({ code: 5000, message: 'User rejected.', data: { why: 'no' } });
    expect(JSON.parse(JSON.stringify(error))).toEqual({ code: 5000, message: 'User rejected.' });
  });

  it.each([
    [new LatchkeyError('pairing/expired', {}), 0, 'Proposal expired'],
    [new LatchkeyError('wallet-protocol/request-expired', { method: 'personal_sign' }), 6, 'Request expired. Please try again.'],
    [new LatchkeyError('wallet-protocol/user-disconnected', { detail: '' }), 6000, 'User disconnected.'],
    [
      new LatchkeyError('wallet-protocol/settlement-failed', { detail: '' }),
      7000,
      'Session settlement failed. Signature verification failed',
    ],
    [new LatchkeyError('wallet-protocol/auth-request-not-found', { id: 7 }), 2, 'Could not find pending auth request with id 7'],
  ])('sets the protocol’s code for %s', (error, code, message) => {
    expect(publicErrorOf(error)).toMatchObject({ code, message });
  });

  it('returns errors without a protocol code unchanged', () => {
    for (const error of [
      new LatchkeyError('relay/unreachable', { relays: ['wss://relay.example'] }),
      new LatchkeyError('config/disposed', {}),
      new TypeError('unrelated'),
    ])
      expect(toPublicError(error)).toBe(error);
  });

  it('withPublicErrors converts synchronous and asynchronous errors and returns results', async () => {
    const throwFault = (): never => {
      throw latchkeyErrorOf(invalid('x'));
    };
    await expect(withPublicErrors(throwFault)).rejects.toBeInstanceOf(ProtocolError);
    await expect(withPublicErrors(async () => throwFault())).rejects.toBeInstanceOf(ProtocolError);
    expect(await withPublicErrors(() => 1)).toBe(1);
  });
});
