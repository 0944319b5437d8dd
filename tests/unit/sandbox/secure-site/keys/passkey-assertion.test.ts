import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertionRefusal } from '../../../../../sandbox/secure-site/keys/passkey-assertion.js';
import { softwarePasskey } from './software-passkey.js';
import { fill } from './support.js';

const CONTEXT = { challenge: fill(7), origin: 'https://secure.example' };

describe.each(['ES256', 'EdDSA'] as const)('an assertion of a passkey with %s', (algorithm) => {
  const { passkey, assert } = softwarePasskey(1, algorithm);
  const other = softwarePasskey(2, algorithm);

  it('counts for its challenge', async () => {
    for (let byte = 0; byte < 40; byte += 1)
      expect(await assertionRefusal(assert(fill(byte)), [other.passkey, passkey], { ...CONTEXT, challenge: fill(byte) })).toBeNull();
  });

  it.each([
    ['another digest', assert(fill(8))],
    ['another site', assert(CONTEXT.challenge, { site: 'example' })],
    ['another page', assert(CONTEXT.challenge, { origin: 'https://app.example' })],
    ['a port of the site', assert(CONTEXT.challenge, { origin: 'https://secure.example:8443' })],
    ['a registration', assert(CONTEXT.challenge, { type: 'webauthn.create' })],
    ['a frame in a page of another site', assert(CONTEXT.challenge, { more: { crossOrigin: true } })],
    ['a frame whose page is named', assert(CONTEXT.challenge, { more: { topOrigin: 'https://app.example' } })],
    ['no verification of the user', assert(CONTEXT.challenge, { flags: 0x01 })],
    ['no presence of the user', assert(CONTEXT.challenge, { flags: 0x04 })],
  ])('does not count for %s', async (_, assertion) => {
    expect(await assertionRefusal(assertion, [passkey], CONTEXT)).toBe('wrong-assertion');
  });

  it('does not count of a passkey that is not one of the wallet, also under the id of one', async () => {
    expect(await assertionRefusal(other.assert(CONTEXT.challenge), [passkey], CONTEXT)).toBe('unknown-passkey');
    const renamed = { ...other.assert(CONTEXT.challenge), credential: passkey.id };
    expect(await assertionRefusal(renamed, [passkey], CONTEXT)).toBe('wrong-assertion');
    expect(await assertionRefusal(assert(CONTEXT.challenge), [], CONTEXT)).toBe('unknown-passkey');
  });

  it('does not count with any bit changed', async () => {
    const right = assert(CONTEXT.challenge);
    const members = ['authenticatorData', 'clientData', 'signature'] as const;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...members), fc.nat(), async (member, at) => {
        const changed = right[member].slice();
        const index = at % (changed.length * 8);
        changed[index >> 3] = (changed[index >> 3] ?? 0) ^ (1 << (index & 7));
        expect(await assertionRefusal({ ...right, [member]: changed }, [passkey], CONTEXT)).toBe('wrong-assertion');
      }),
    );
  });
});
