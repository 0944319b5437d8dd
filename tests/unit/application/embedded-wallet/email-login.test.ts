import { beforeEach, describe, expect, it } from 'vitest';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { record, settled } from '../support/client-fixture.js';
import { EMAIL, type EmbeddedFixture, embeddedFixture } from './embedded-fixture.js';

let fixture: EmbeddedFixture;
beforeEach(() => {
  fixture = embeddedFixture();
});

const names = (): readonly string[] => fixture.tracked.map(({ event }) => event);

describe('a login by email', () => {
  it.each([
    ['VERIFY_DEVICE', 'approve-device', ['EMAIL_SUBMITTED']],
    ['VERIFY_OTP', 'enter-code', ['EMAIL_SUBMITTED', 'EMAIL_VERIFICATION_CODE_SENT']],
    ['CONNECT', 'none', ['EMAIL_SUBMITTED']],
  ] as const)('continues after %s with %s', async (action, next, events) => {
    fixture.frame.answer('CONNECT_EMAIL', () => ({ action }));
    const run = await settled(record(fixture.requestEmailCode.execute({ email: ` ${EMAIL} ` })));
    expect(run.values).toEqual([
      { status: 'pending', step: 'working' },
      { status: 'success', data: next },
    ]);
    expect(fixture.frame.requests).toEqual([{ action: 'CONNECT_EMAIL', payload: { email: EMAIL } }]);
    expect(names()).toEqual(events);
  });

  it('can be requested again after 30 s, and loads no frame before', async () => {
    fixture.frame.answer('CONNECT_EMAIL', () => ({ action: 'VERIFY_OTP' as const }));
    const request = () => settled(record(fixture.requestEmailCode.execute({ email: EMAIL })));
    await request();
    fixture.clock.advance(10_001);
    expect((await request()).values.at(-1)).toMatchObject({
      status: 'error',
      error: { code: 'embedded-wallet/email-cooldown', message: 'Please try again after 20 seconds' },
    });
    expect(fixture.frame.requests).toHaveLength(1);
    fixture.clock.advance(20_000);
    expect((await request()).values.at(-1)).toMatchObject({ status: 'success' });
  });

  it('can be requested again at once if no code was sent', async () => {
    const request = () => settled(record(fixture.requestEmailCode.execute({ email: EMAIL })));
    fixture.frame.answer('CONNECT_EMAIL', { error: 'Invalid email' });
    expect((await request()).values.at(-1)).toMatchObject({
      error: { code: 'secure-frame/error-reply', message: 'Invalid email' },
    });
    fixture.frame.answer('CONNECT_EMAIL', () => ({ action: 'VERIFY_OTP' as const }));
    expect((await request()).values.at(-1)).toMatchObject({ status: 'success' });
  });

  it('waits for the approval of the device as long as somebody waits', async () => {
    let count = 0;
    fixture.frame.answer('CONNECT_DEVICE', () => {
      count += 1;
      if (count < 3) throw new LatchkeyError('secure-frame/aborted', { action: 'CONNECT_DEVICE' });
      return undefined;
    });
    const run = await settled(record(fixture.approveDevice.execute()));
    expect(run.values).toEqual([
      { status: 'pending', step: 'approve-in-mail' },
      { status: 'success', data: null },
    ]);
    expect([count, names()]).toEqual([3, ['DEVICE_REGISTERED_FOR_EMAIL', 'EMAIL_VERIFICATION_CODE_SENT']]);
  });

  it('stops waiting for the approval when nobody waits any more', async () => {
    fixture.frame.answer('CONNECT_DEVICE', 'never');
    const run = await settled(record(fixture.approveDevice.execute()));
    run.cancel();
    expect(fixture.frame.requests).toHaveLength(1);
  });

  it('tells whether the code is right', async () => {
    fixture.frame.answer('CONNECT_OTP', { error: 'Wrong code' });
    const enter = () => settled(record(fixture.enterEmailCode.execute({ otp: '123456' })));
    expect((await enter()).values.at(-1)).toMatchObject({ status: 'error', error: { message: 'Wrong code' } });
    fixture.frame.answer('CONNECT_OTP', () => undefined);
    expect((await enter()).values.at(-1)).toEqual({ status: 'success', data: null });
    expect(fixture.tracked).toEqual([
      { event: 'EMAIL_VERIFICATION_CODE_FAIL', properties: { message: 'Wrong code' } },
      { event: 'EMAIL_VERIFICATION_CODE_PASS', properties: undefined },
    ]);
  });
});
