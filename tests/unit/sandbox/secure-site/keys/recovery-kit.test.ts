import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountsOf, deriveKeys } from '../../../../../sandbox/secure-site/keys/accounts.js';
import { fromBase64Url, toBase64Url } from '../../../../../sandbox/secure-site/keys/encode.js';
import { openWallet } from '../../../../../sandbox/secure-site/keys/open-wallet.js';
import {
  kitFileName,
  kitText,
  MAX_KIT_BYTES,
  makeKit,
  type RecoveryKit,
  readKit,
} from '../../../../../sandbox/secure-site/keys/recovery-kit.js';
import { type Secrets, sealVault, wrapDataKey } from '../../../../../sandbox/secure-site/keys/vault.js';
import { fill, fixedRandom, SECRETS } from './support.js';

const ENTROPY = fill(1, 16);
const HEADER = { version: 1, wallet: 'wallet-1', epoch: 3 } as const;
const { random } = fixedRandom('kit');
const dataKey = random(32);
const { eip155, solana } = accountsOf(await deriveKeys(ENTROPY));
const kit = makeKit({
  accounts: { eip155: eip155.address, solana: solana.address },
  vault: await sealVault(ENTROPY, dataKey, HEADER, random),
  wrap: await wrapDataKey(dataKey, SECRETS, { ...HEADER, pair: 'kit-recovery', device: '' }, random),
  secret: SECRETS.kit,
  createdAt: new Date('2026-01-02T03:04:05Z'),
});
const text = kitText(kit);

const opened = (of: Pick<RecoveryKit, 'vault' | 'wrap'>, secrets: Secrets) =>
  openWallet({ vault: of.vault, wrap: of.wrap, wallet: 'wallet-1', seenEpoch: 0 }, secrets);

describe('a recovery kit', () => {
  it('opens the wallet with the recovery secret, from the file alone', async () => {
    const read = readKit(text);
    if (typeof read === 'string') throw new Error(read);
    expect(read).toEqual(kit);
    const secrets = { kit: fromBase64Url(read.secret), recovery: SECRETS.recovery };
    expect(await opened(read, secrets)).toMatchObject({ entropy: ENTROPY, dataKey });
    expect(kitFileName(read)).toBe(`wallet-recovery-kit-${eip155.address.slice(0, 10)}.json`);
    expect(text.length).toBeLessThan(2_000);
  });

  it('opens with no single secret, and with no other pair', async () => {
    const other = fill(0);
    const values = [...Object.values(SECRETS), other];
    for (const first of values)
      for (const second of values) {
        const isRight = first === SECRETS.kit && second === SECRETS.recovery;
        expect(typeof (await opened(kit, { kit: first, recovery: second }))).toBe(isRight ? 'object' : 'string');
      }
    for (const name of ['kit', 'recovery', 'device', 'server'] as const)
      expect(await opened(kit, { [name]: SECRETS[name] })).toBe('not-opened');
    expect(await opened(kit, { device: SECRETS.device, server: SECRETS.server })).toBe('not-opened');
  });

  it('is refused with any flipped bit, before a secret is used', () => {
    const bytes = new TextEncoder().encode(text);
    const decoder = new TextDecoder();
    const accepted = Array.from({ length: bytes.length * 8 }, (_, bit) => bit).filter((bit) => {
      const changed = bytes.slice();
      changed[bit >> 3]! ^= 1 << (bit & 7);
      return typeof readKit(decoder.decode(changed)) !== 'string';
    });
    expect(accepted).toEqual([]);
  });

  it('with a checksum to match, opens with no changed value that is used to open it', async () => {
    const secrets = { kit: SECRETS.kit, recovery: SECRETS.recovery };
    const places = (['vault', 'wrap'] as const).flatMap((part) =>
      (['iv', 'sealed', ...(part === 'wrap' ? (['salt'] as const) : [])] as const).map((member) => ({ part, member })),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), fc.nat(), async ({ part, member }, place) => {
        const text = String({ ...kit.vault, ...kit[part] }[member as 'iv']);
        const bytes = fromBase64Url(text);
        bytes[place % bytes.length]! ^= 1 + (place % 255);
        const forged = makeKit({
          ...kit,
          [part]: { ...kit[part], [member]: toBase64Url(bytes) },
          secret: SECRETS.kit,
          createdAt: new Date(0),
        });
        const read = readKit(kitText(forged));
        if (typeof read === 'string') throw new Error(read);
        expect(await opened(read, secrets)).toBe('not-opened');
      }),
    );
  });

  it('is read with other white space, line ends and a byte order mark', () => {
    for (const same of [JSON.stringify(kit), text.replaceAll('\n', '\r\n'), `\uFEFF${text}`, `\n${text} `, JSON.stringify(kit, null, '\t')])
      expect(readKit(same)).toEqual(kit);
  });

  it.each([
    ['a file larger than any kit', 'x'.repeat(MAX_KIT_BYTES + 1), 'too-big'],
    ['an empty file', '', 'no-kit'],
    ['a picture', '\u0089PNG\r\n', 'no-kit'],
    ['other JSON', '{"version":1,"wallet":"w"}', 'no-kit'],
    ['JSON that is no object', '[1]', 'no-kit'],
    ['half of a kit', text.slice(0, 600), 'damaged'],
    ['a kit of a later version', JSON.stringify({ ...kit, format: 'latchkey/recovery-kit/2', more: 1 }), 'newer'],
    ['a kit without its format', JSON.stringify({ ...kit, format: undefined }), 'damaged'],
    ['a kit with one more member', JSON.stringify({ ...kit, more: 1 }), 'damaged'],
    ['a kit with a wrap of another pair', kitText({ ...kit, wrap: { ...kit.wrap, pair: 'server-recovery' } }), 'damaged'],
    [
      'a kit whose wrap is of another wallet',
      kitText(makeKit({ ...kit, wrap: { ...kit.wrap, wallet: 'w' }, secret: SECRETS.kit, createdAt: new Date(0) })),
      'damaged',
    ],
    [
      'a kit whose wrap is of another epoch',
      kitText(makeKit({ ...kit, wrap: { ...kit.wrap, epoch: 4 }, secret: SECRETS.kit, createdAt: new Date(0) })),
      'damaged',
    ],
    ['a kit with another address', kitText({ ...kit, accounts: { ...kit.accounts, eip155: `0x${'0'.repeat(40)}` } }), 'damaged'],
  ] as const)('is refused: %s', (_, file, problem) => {
    expect(readKit(file)).toBe(problem);
  });

  it('is nothing else that a file can be', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (file) => {
        expect(readKit(file)).toBe('no-kit');
      }),
    );
  });
});
