import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeParts, fromBase64Url, toBase64Url } from '../../../../../sandbox/secure-site/keys/encode.js';
import { openWallet, refusalOf } from '../../../../../sandbox/secure-site/keys/open-wallet.js';
import {
  PAIRS,
  type Pair,
  type SecretName,
  type Secrets,
  sealVault,
  unwrapDataKey,
  type Vault,
  type Wrap,
  wrapDataKey,
} from '../../../../../sandbox/secure-site/keys/vault.js';
import { openVault, UNSET_POLICY } from '../../../../../sandbox/secure-site/keys/vault-contents.js';
import { fill, fixedRandom, SECRETS } from './support.js';

const ENTROPY = fill(1, 16);
const DATA_KEY = fill(2);
const HEADER = { version: 1, wallet: 'wallet-1', epoch: 2 } as const;
const NAMES: readonly SecretName[] = ['device', 'server', 'recovery', 'kit'];
const PAIR_NAMES = Object.keys(PAIRS) as readonly Pair[]; // `keyof` of a record with these keys
const deviceOf = (pair: Pair): string => (pair.startsWith('device-') ? 'device-1' : '');

const { random } = fixedRandom('vault.test');
const vault = await sealVault(ENTROPY, DATA_KEY, HEADER, random);
const wrapOf = (pair: Pair, secrets: Secrets = SECRETS, epoch = 2): Promise<Wrap> =>
  wrapDataKey(DATA_KEY, secrets, { ...HEADER, epoch, pair, device: deviceOf(pair) }, random);
const wraps = await Promise.all(PAIR_NAMES.map((pair) => wrapOf(pair)));

/** A value of base64url with one bit changed. */
const flip = (text: string, bit: number): string => {
  const bytes = fromBase64Url(text);
  const index = bit % (bytes.length * 8);
  bytes[index >> 3]! ^= 1 << (index & 7);
  return toBase64Url(bytes);
};

describe('vault and wraps', () => {
  it.each(PAIR_NAMES)('opens with the pair %s, and with no other secrets', async (pair) => {
    const wrap = await wrapOf(pair);
    // Every subset of the four secrets.
    for (let subset = 0; subset < 16; subset += 1) {
      const names = NAMES.filter((_, index) => (subset & (1 << index)) !== 0);
      const secrets: Secrets = Object.fromEntries(names.map((name) => [name, SECRETS[name]]));
      const expected = PAIRS[pair].every((name) => names.includes(name)) ? DATA_KEY : null;
      expect(await unwrapDataKey(wrap, secrets), names.join()).toEqual(expected);
    }
    expect(await openVault(vault, DATA_KEY)).toEqual(ENTROPY);
  });

  it('does not open with one secret in both places, exchanged secrets, or one wrong bit in either', async () => {
    const values = NAMES.map((name) => SECRETS[name]);
    for (const wrap of wraps) {
      const [first, second] = PAIRS[wrap.pair];
      for (const value of [...values, fill(0)]) expect(await unwrapDataKey(wrap, { [first]: value, [second]: value })).toBeNull();
      expect(await unwrapDataKey(wrap, { [first]: SECRETS[second], [second]: SECRETS[first] })).toBeNull();
    }
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...wraps), fc.boolean(), fc.nat(255), async (wrap, isFirst, bit) => {
        const name = PAIRS[wrap.pair][isFirst ? 0 : 1];
        const changed = SECRETS[name].slice();
        changed[bit >> 3]! ^= 1 << (bit & 7);
        expect(await unwrapDataKey(wrap, { ...SECRETS, [name]: changed })).toBeNull();
      }),
    );
  });

  it('refuses a vault or a wrap with any flipped bit', async () => {
    // All bits: 352 of a vault, 864 of a wrap.
    for (const member of ['iv', 'sealed'] as const)
      for (let bit = 0; bit < fromBase64Url(vault[member]).length * 8; bit += 1)
        expect(await openVault({ ...vault, [member]: flip(vault[member], bit) }, DATA_KEY)).toBeNull();
    const wrap = wraps[0]!;
    for (const member of ['salt', 'iv', 'sealed'] as const)
      for (let bit = 0; bit < fromBase64Url(wrap[member]).length * 8; bit += 1)
        expect(await unwrapDataKey({ ...wrap, [member]: flip(wrap[member], bit) }, SECRETS)).toBeNull();
  });

  it('refuses a vault or a wrap with any other header', async () => {
    const id = fc.string({ maxLength: 8 });
    // One member at a time, so that each is shown to be authenticated by itself.
    const header = fc.oneof(
      fc.record({ wallet: id }),
      fc.record({ epoch: fc.nat() }),
      fc.record({ pair: fc.constantFrom(...PAIR_NAMES) }),
      fc.record({ device: id }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...wraps), header, async (wrap, changes) => {
        const changed = { ...wrap, ...changes };
        fc.pre(JSON.stringify(changed) !== JSON.stringify(wrap));
        expect(await unwrapDataKey(changed, SECRETS)).toBeNull();
        const { wallet, epoch } = changed;
        const opened = await openVault({ ...vault, wallet, epoch }, DATA_KEY);
        expect(opened).toEqual(wallet === vault.wallet && epoch === vault.epoch ? ENTROPY : null);
      }),
    );
  });

  it('refuses another version', async () => {
    const other: object = { version: 2 };
    expect(await openVault({ ...vault, ...other }, DATA_KEY)).toBeNull();
    for (const wrap of wraps) expect(await unwrapDataKey({ ...wrap, ...other }, SECRETS)).toBeNull();
  });

  it('refuses the sealed members of another wrap of the same data key', async () => {
    const [first, second] = [await wrapOf('device-server'), await wrapOf('device-server')];
    expect(new Set([first.salt, second.salt, first.iv, second.iv, first.sealed, second.sealed]).size).toBe(6);
    for (const member of ['salt', 'iv', 'sealed'] as const)
      expect(await unwrapDataKey({ ...first, [member]: second[member] }, SECRETS)).toBeNull();
  });

  it('throws when a secret of the pair is missing or short', async () => {
    await expect(wrapOf('device-server', { device: SECRETS.device })).rejects.toThrow(RangeError);
    await expect(wrapOf('device-server', { ...SECRETS, server: fill(1, 31) })).rejects.toThrow(RangeError);
  });
});

describe('openWallet', () => {
  const wrap = wraps[0]!;
  const candidate = { vault, wrap, wallet: 'wallet-1', seenEpoch: 2 };

  it('opens the epoch that the device has seen, and a newer one', async () => {
    for (const seenEpoch of [0, 1, 2])
      expect(await openWallet({ ...candidate, seenEpoch }, SECRETS)).toEqual({ dataKey: DATA_KEY, entropy: ENTROPY, policy: UNSET_POLICY });
  });

  it('refuses a vault and wrap that open, but are older than the device has seen', async () => {
    expect(await openWallet({ ...candidate, seenEpoch: 3 }, SECRETS)).toBe('rolled-back');
  });

  it('refuses an old vault or wrap beside a new one, with any epoch in its header', async () => {
    const older: Vault = await sealVault(ENTROPY, fill(9), { ...HEADER, epoch: 1 }, random);
    const olderWrap = await wrapOf('device-server', SECRETS, 1);
    expect(await openWallet({ ...candidate, vault: older }, SECRETS)).toBe('epochs-differ');
    expect(await openWallet({ ...candidate, wrap: olderWrap }, SECRETS)).toBe('epochs-differ');
    expect(await openWallet({ ...candidate, vault: { ...older, epoch: 2 } }, SECRETS)).toBe('not-opened');
    expect(await openWallet({ ...candidate, wrap: { ...olderWrap, epoch: 2 } }, SECRETS)).toBe('not-opened');
  });

  it('refuses the wallet of another user, whose secrets open it', async () => {
    expect(await openWallet({ ...candidate, wallet: 'wallet-2' }, SECRETS)).toBe('other-wallet');
    expect(refusalOf({ ...candidate, vault: { ...vault, wallet: 'wallet-2' } })).toBe('other-wallet');
  });
});

describe('encodeParts', () => {
  it('has other bytes for every other list', () => {
    const list = fc.array(fc.string({ maxLength: 3 }), { maxLength: 3 });
    fc.assert(
      fc.property(list, list, (first, second) => {
        const isSame = JSON.stringify(first) === JSON.stringify(second);
        expect(toBase64Url(encodeParts(first)) === toBase64Url(encodeParts(second))).toBe(isSame);
      }),
    );
    expect(encodeParts(['a', 'bc'])).not.toEqual(encodeParts(['ab', 'c']));
  });

  it('throws for what would have the bytes of something else', () => {
    for (const part of ['\ud800', 'a\udc00', -1, 1.5, Number.NaN, 2 ** 53]) expect(() => encodeParts([part])).toThrow(RangeError);
    expect(encodeParts(['\u{1f511}'])).toHaveLength(8);
  });

  it('reads one base64url text per value', () => {
    for (const text of ['AA==', 'AB', 'A', 'A A', 'AA\n', '+A', '/A', 'AAA=']) expect(() => fromBase64Url(text), text).toThrow();
    expect(fromBase64Url('AA')).toEqual(fill(0, 1));
  });
});
