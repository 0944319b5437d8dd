import { beforeEach, describe, expect, it } from 'vitest';
import { OutsideKey } from '../../../../../sandbox/secure-site/api/outside-key.js';
import type { FrameClient } from '../../../../../sandbox/secure-site/frame/frame-client.js';
import { ALICE, APP, DAY_MS, OTHER_APP, refusalOf, SecureSiteWorld } from './secure-site-world.js';

const MINUTE_MS = 60_000;
const KEY = new Uint8Array(32).fill(7);

let world: SecureSiteWorld;
let frame: FrameClient;
beforeEach(async () => {
  world = await SecureSiteWorld.create(KEY);
  frame = await world.frame();
});

const request = (of: FrameClient = frame, email = ALICE) => of.call('POST', '/codes', { email, purpose: 'login' });
const check = (code: string, of: FrameClient = frame, email = ALICE) => refusalOf(world.check(of, code, email));

describe('a code', () => {
  it('is mailed to the canonical address, has six digits, and names the app', async () => {
    await request(frame, ' Alice@EXAMPLE.com ');
    expect(world.mails).toEqual([
      {
        to: ALICE,
        subject: 'Your sign-in code',
        text: expect.stringMatching(/^\d{6} is your code to sign in at https:\/\/app\.example\.\n/),
      },
    ]);
    expect(await check(world.code)).toBeNull();
  });

  it('is valid once', async () => {
    await request();
    expect(await check(world.code)).toBeNull();
    expect(await check(world.code)).toBe('no-code');
  });

  it('is valid once of two uses at the same time', async () => {
    await request();
    const { code } = world;
    const results = await Promise.all([check(code), check(code)]);
    expect(results.toSorted()).toEqual(['no-code', null]);
  });

  it('is valid for ten minutes', async () => {
    await request();
    world.now += 10 * MINUTE_MS - 1;
    expect(await check(world.wrongCode)).toBe('wrong-code');
    world.now += 1;
    expect(await check(world.code)).toBe('no-code');
  });

  it('is worthless after five wrong tries', async () => {
    await request();
    for (let tries = 0; tries < 5; tries += 1) expect(await check(world.wrongCode)).toBe('wrong-code');
    expect(await check(world.code)).toBe('no-code');
  });

  it('is worthless in another frame, of the same app and of another one', async () => {
    await request();
    const { code } = world;
    for (const app of [APP, OTHER_APP]) {
      const other = await world.frame({ app });
      expect(await check(code, other)).toBe('no-code');
      // Also if that frame has a code of its own.
      await request(other);
      if (world.code !== code) expect(await check(code, other)).toBe('wrong-code');
    }
    expect(await check(code)).toBeNull();
  });

  it('is worthless if the row is moved to another frame or address in the database', async () => {
    const other = await world.frame();
    await request();
    await world.query('UPDATE secure_site_codes SET frame = $1', [other.id]);
    expect(await check(world.code, other)).toBe('wrong-code');
  });

  it('is worthless for another address', async () => {
    await request();
    expect(await check(world.code, frame, 'bob@example.com')).toBe('no-code');
  });

  it('replaces the earlier one of its frame', async () => {
    await request();
    const { code: first } = world;
    await request();
    if (world.code !== first) expect(await check(first)).toBe('wrong-code');
    expect(await check(world.code)).toBeNull();
  });

  it('is refused in any other form', async () => {
    await request();
    for (const code of ['', '12345', '1234567', '１２３４５６', ' 23456']) expect(await check(code)).toBe('invalid-request');
    expect(await refusalOf(request(frame, 'alice'))).toBe('invalid-email');
    expect(await refusalOf(frame.call('POST', '/codes', { email: ALICE, purpose: 'delete' }))).toBe('invalid-request');
  });

  it('is uniform over six digits', async () => {
    const digits = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        await request(frame, `user${index}@example.com`);
      }),
    ).then(() => world.mails.map(({ text }) => text.slice(0, 6)));
    expect(new Set(digits).size).toBeGreaterThan(55);
    expect(digits.every((code) => /^\d{6}$/.test(code))).toBe(true);
  });
});

describe('limits of an account', () => {
  it('allow five codes in any hour', async () => {
    for (let index = 0; index < 5; index += 1) {
      expect(await refusalOf(request(await world.frame()))).toBeNull();
      world.now += 10 * MINUTE_MS;
    }
    expect(await refusalOf(request())).toBe('too-many-codes');
    expect(await refusalOf(request(frame, 'ALICE@example.com'))).toBe('too-many-codes');
    expect(await refusalOf(request(frame, 'bob@example.com'))).toBeNull();
    // The first one was an hour ago: one more.
    world.now += 10 * MINUTE_MS;
    expect(await refusalOf(request())).toBeNull();
    expect(await refusalOf(request())).toBe('too-many-codes');
    expect(world.mails).toHaveLength(7);
  });

  it('allow twenty wrong tries in any day, in all frames together', async () => {
    for (let code = 0; code < 4; code += 1) {
      const other = await world.frame();
      await request(other);
      for (let tries = 0; tries < 5; tries += 1) expect(await check(world.wrongCode, other)).toBe('wrong-code');
    }
    await request();
    expect(await check(world.code)).toBe('too-many-tries');
    world.now += DAY_MS;
    await request();
    expect(await check(world.code)).toBeNull();
  });

  it('do not count right codes, nor tries without a code', async () => {
    const stranger = await world.frame();
    for (let index = 0; index < 25; index += 1) {
      expect(await check('000000', stranger)).toBe('no-code');
      await request();
      expect(await check(world.code)).toBeNull();
      world.now += 15 * MINUTE_MS;
    }
  });

  it('are deleted when they have expired', async () => {
    await request();
    world.now += 60 * MINUTE_MS;
    await request(frame, 'bob@example.com');
    expect(await world.rows('limits')).toHaveLength(1);
    expect(await world.rows('codes')).toHaveLength(1);
  });
});

describe('an address without an account', () => {
  it('gets the same response, after the same statements', async () => {
    await world.login(frame);
    world.now += 60 * MINUTE_MS;
    const observe = async (email: string) => {
      world.statements.length = 0;
      const response = await world.send(await frame.sign('POST', '/codes', { email, purpose: 'login' }));
      return { status: response.status, body: await response.text(), headers: [...response.headers], statements: [...world.statements] };
    };
    const existing = await observe(ALICE);
    expect(existing.statements.join()).not.toContain('secure_site_accounts');
    expect(await observe('nobody@example.com')).toEqual(existing);
  });
});

describe('a mail that cannot be sent', () => {
  it('is reported, without what the mail server said', async () => {
    world.mailFails = true;
    const response = await world.send(await frame.sign('POST', '/codes', { email: ALICE, purpose: 'login' }));
    expect([response.status, await response.json()]).toEqual([503, { error: 'mail-failed', time: world.now }]);
  });
});

describe('a dump of the database', () => {
  it('has no code, no digest that the digits can be tried on without the outside key, and no address', async () => {
    await request();
    const { code } = world;
    const dump = await world.dump();
    expect(dump).not.toContain(code);
    expect(dump).not.toContain('alice');
    // The test's rows have the columns of the table.
    const [row] = (await world.rows('codes')) as readonly { readonly digest: string }[];
    // A hundredth of all codes, with the right one among them: the rest would only take longer.
    const first = Math.floor(Number(code) / 10_000) * 10_000;
    const codes = Array.from({ length: 10_000 }, (_, index) => String(first + index).padStart(6, '0'));
    const find = async (key: OutsideKey): Promise<string | null> => {
      const digests = await Promise.all(codes.map((each) => key.hmac('code', each, ALICE, frame.id, APP.origin, 'login')));
      return codes[digests.indexOf(row!.digest)] ?? null;
    };
    // With the outside key it is found, so the search is the right one.
    expect(await find(await OutsideKey.import(KEY))).toBe(code);
    expect(await find(await OutsideKey.import(new Uint8Array(32).fill(8)))).toBeNull();
  });
});
