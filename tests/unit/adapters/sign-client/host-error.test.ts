import { describe, expect, it } from 'vitest';
import { forHost, hostErrorOf } from '../../../../adapters/sign-client/host-error.js';
import { PeerError } from '../../../../application/wallet-protocol/engine/calls.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf, ProtocolError } from '../../../../domain/wallet-protocol/fault-errors.js';
import { invalid, protocolFault } from '../../../../domain/wallet-protocol/protocol-fault.js';

const told = (error: unknown): unknown => {
  const seen = hostErrorOf(error);
  expect(seen).toBeInstanceOf(ProtocolError);
  const { name, code, message } = seen as ProtocolError;
  return { name, code, message };
};

describe('the error that a host sees', () => {
  it('of a rule has the words and the number of the protocol, and is an Error by name', () => {
    expect(told(latchkeyErrorOf(invalid('connect() relays: 1')))).toEqual({
      name: 'Error',
      code: 5,
      message: 'Missing or invalid. connect() relays: 1',
    });
    expect(told(latchkeyErrorOf(protocolFault('pairing/already-exists', { topic: 'aa' })))).toMatchObject({
      code: 5,
      message: 'Pairing already exists: aa. Please try again with a new connection URI.',
    });
  });

  it('of a peer is what the peer said, its data included', () => {
    const error = hostErrorOf(new PeerError({ code: 5000, message: 'User rejected.', data: { why: 'no' } }));
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
  ])('of what is no fault of a rule has its number too: %s', (error, code, message) => {
    expect(told(error)).toMatchObject({ code, message });
  });

  it('stays as it is where the protocol has no number: a relay that cannot be reached, an end, a stranger', () => {
    for (const error of [
      new LatchkeyError('relay/unreachable', { relays: ['wss://relay.example'] }),
      new LatchkeyError('config/disposed', {}),
      new TypeError('a stranger'),
    ])
      expect(hostErrorOf(error)).toBe(error);
  });

  it('is that of a call that throws and of one that rejects; what a call gives is given', async () => {
    const refuse = (): never => {
      throw latchkeyErrorOf(invalid('x'));
    };
    await expect(forHost(refuse)).rejects.toBeInstanceOf(ProtocolError);
    await expect(forHost(async () => refuse())).rejects.toBeInstanceOf(ProtocolError);
    expect(await forHost(() => 1)).toBe(1);
  });
});
