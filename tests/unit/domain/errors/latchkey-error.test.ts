import { describe, expect, it } from 'vitest';
import { ERROR_MESSAGES } from '../../../../domain/errors/error-messages.js';
import { ERROR_RECOVERY } from '../../../../domain/errors/error-recovery.js';
import { isLatchkeyError, LatchkeyError } from '../../../../domain/errors/latchkey-error.js';

describe('the error of Latchkey', () => {
  it('carries its code, a frozen context, the sentence of the registry, the way out and the cause', () => {
    const cause = new Error('foreign');
    const error = new LatchkeyError('network/timeout', { chainId: 'eip155:1', method: 'eth_getBalance', timeoutMs: 10_000 }, { cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'LatchkeyError', code: 'network/timeout', recovery: 'retry', cause });
    expect(error.message).toBe('The network eip155:1 does not answer');
    expect(Object.isFrozen(error.context)).toBe(true);
  });

  it('keeps its own context when the object it was made of changes', () => {
    const context = { hash: '0x1', chainId: 'eip155:1' };
    const error = new LatchkeyError('network/unknown-outcome', context);
    context.hash = '0x2';
    expect(error.context.hash).toBe('0x1');
  });

  it('has a form for logs without cause and stack, where foreign secrets may be', () => {
    const error = new LatchkeyError('wallet/rejected', { method: 'personal_sign' }, { cause: { signature: 'secret' } });
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'LatchkeyError',
      code: 'wallet/rejected',
      message: 'The request was declined in the wallet',
      context: { method: 'personal_sign' },
    });
  });

  it('is recognised by name and code, so that one of another copy of the package counts too', () => {
    const foreign = Object.assign(new Error('of another copy'), { name: 'LatchkeyError', code: 'wallet/rejected' });
    expect(isLatchkeyError(foreign)).toBe(true);
    expect(isLatchkeyError(foreign, 'wallet/rejected')).toBe(true);
    expect(isLatchkeyError(foreign, 'wallet/disconnected')).toBe(false);
  });

  it.each([null, undefined, 'LatchkeyError', new Error('LatchkeyError'), { name: 'LatchkeyError' }, { code: 'wallet/rejected' }])(
    'is not %o',
    (value) => expect(isLatchkeyError(value)).toBe(false),
  );

  it('has one sentence and one way out for each code, and no code of another form', () => {
    expect(Object.keys(ERROR_RECOVERY).sort()).toEqual(Object.keys(ERROR_MESSAGES).sort());
    for (const code of Object.keys(ERROR_MESSAGES)) expect(code).toMatch(/^[a-z]+(-[a-z]+)*\/[a-z]+(-[a-z]+)*$/);
  });
});
