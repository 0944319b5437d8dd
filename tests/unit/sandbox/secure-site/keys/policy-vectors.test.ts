import { createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { policyChallenge, signingChallenge, wrapChallenge } from '../../../../../sandbox/secure-site/keys/confirmation.js';
import { toBase64Url } from '../../../../../sandbox/secure-site/keys/encode.js';
import { passkeyRecoveryOf, prfInputOf } from '../../../../../sandbox/secure-site/keys/passkey-recovery.js';
import type { Policy } from '../../../../../sandbox/secure-site/keys/policy.js';
import { sealSpends } from '../../../../../sandbox/secure-site/keys/spend-log.js';
import { sealWithPolicy } from '../../../../../sandbox/secure-site/keys/vault-contents.js';
import { softwarePasskey } from './software-passkey.js';
import { fixedRandom } from './support.js';

const FILE = new URL('../../../../../docs/vectors/embedded-wallet/policy.json', import.meta.url);
const WALLET = 'rvN6YFTwQyWyTPwqiKT8Mw';
const COUNTER = 1;

/** Makes the published vectors. All random bytes come from {@link fixedRandom}. */
const makeVectors = async () => {
  const { random } = fixedRandom('latchkey policy vectors 1');
  const [entropy, dataKey, output, server] = [random(16), random(32), random(32), random(32)];
  const policy: Policy = {
    passkeys: [softwarePasskey(1).passkey, softwarePasskey(2, 'EdDSA').passkey],
    limits: [
      {
        origin: 'https://app.example',
        assets: [
          { asset: 'eip155:1/native', amount: '100000000000000000' },
          { asset: 'eip155:1/erc20:0x5fbdb2315678afecb367f032d93f642f64180aa3', amount: '5000000' },
          { asset: 'solana/native', amount: '1000000000' },
        ],
        contracts: ['eip155:1:0x5fbdb2315678afecb367f032d93f642f64180aa3'],
      },
      { origin: '*', assets: [], contracts: [] },
    ],
  };
  const recovery = passkeyRecoveryOf(output, WALLET);
  const order = { pair: 'server-recovery', device: '', secrets: { server, recovery } } as const;
  const payloads = [
    { kind: 'evm-digest', bytes: random(32) },
    { kind: 'solana', bytes: random(40) },
  ] as const;
  const header = { version: 1, wallet: WALLET, epoch: 1 } as const;
  const vault = await sealWithPolicy({ entropy, policy: { ...policy, counter: COUNTER } }, dataKey, header, random);
  const nonce = toBase64Url(random(16));
  const spends = [{ origin: 'https://app.example', asset: 'eip155:1/native', amount: '7', time: 1_767_268_800_000 }];
  return {
    about: 'Made with fixed random bytes. Never use these keys: docs/internals/embedded-wallet-keys.md.',
    entropy: bytesToHex(entropy),
    dataKey: bytesToHex(dataKey),
    policy,
    vault,
    prf: { input: bytesToHex(prfInputOf(WALLET)), output: bytesToHex(output), recovery: bytesToHex(recovery) },
    log: sealSpends(dataKey, WALLET, spends),
    confirmations: {
      payloads: payloads.map(({ kind, bytes }) => ({ kind, bytes: bytesToHex(bytes) })),
      sign: bytesToHex(signingChallenge(payloads)),
      nonce,
      beginLog: bytesToHex(signingChallenge(payloads, nonce)),
      server: bytesToHex(server),
      wrap: bytesToHex(wrapChallenge(WALLET, [order])),
      setPolicy: bytesToHex(policyChallenge(WALLET, COUNTER, policy)),
    },
  };
};

type Vectors = Awaited<ReturnType<typeof makeVectors>>;
const readVectors = async (): Promise<Vectors> => JSON.parse(await readFile(FILE, 'utf8'));

/** The encoding of a list, written a second time from the documentation. */
const listOf = (...parts: readonly (string | number)[]): Buffer =>
  Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(Buffer.byteLength(String(part)));
      return [length, Buffer.from(String(part))];
    }),
  );
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
const hkdf = (key: string, info: Buffer): Buffer => Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), new Uint8Array(), info, 32));

describe('published vectors of the policy', () => {
  it('are those that the library makes', async () => {
    await expect(`${JSON.stringify(await makeVectors(), null, 2)}\n`).toMatchFileSnapshot(FILE.pathname);
  });

  it('open by the documented formats with the cryptography of Node alone', async () => {
    const { vault, dataKey, entropy, policy } = await readVectors();
    const { version, wallet, epoch, counter, iv, sealed } = vault;
    const bytes = Buffer.from(sealed, 'base64url');
    const key = hkdf(dataKey, listOf('latchkey/vault-key/2', counter));
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: 16 });
    decipher.setAAD(listOf('latchkey/vault', version, wallet, epoch, counter));
    decipher.setAuthTag(bytes.subarray(-16));
    const plain = Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]);
    expect(plain.subarray(0, 16).toString('hex')).toBe(entropy);
    expect(plain.subarray(16).toString('utf8')).toBe(JSON.stringify(policy));
  });

  it('have the recovery secret of a passkey, the log, and the challenges, by the documented formats', async () => {
    const { prf, log, dataKey, confirmations, policy } = await readVectors();
    expect(listOf('latchkey/passkey-prf/1', WALLET).toString('hex')).toBe(prf.input);
    expect(hkdf(prf.output, listOf('latchkey/passkey-recovery/1', WALLET)).toString('hex')).toBe(prf.recovery);
    const spends = log.spends.flatMap(({ origin, asset, amount, time }) => [origin, asset, amount, time]);
    const mac = createHmac('sha256', hkdf(dataKey, listOf('latchkey/spend-log-key/1')));
    mac.update(listOf('latchkey/spend-log', 1, WALLET, log.spends.length, ...spends));
    expect(mac.digest('base64url')).toBe(log.mac);
    const { payloads, sign, nonce, beginLog, server, wrap, setPolicy } = confirmations;
    const digests = payloads.map(({ kind, bytes }) => {
      const raw = Buffer.from(bytes, 'hex');
      return (kind === 'solana' ? sha256(listOf('latchkey/solana-message/1', raw.toString('base64url'))) : raw).toString('base64url');
    });
    expect(sha256(listOf('latchkey/batch/1', ...digests)).toString('hex')).toBe(sign);
    expect(sha256(listOf('latchkey/begin-log/1', nonce, ...digests)).toString('hex')).toBe(beginLog);
    const secrets = sha256(Buffer.from(server + prf.recovery, 'hex')).toString('base64url');
    expect(sha256(listOf('latchkey/confirmation/1', 'wrap', WALLET, 'server-recovery', '', secrets)).toString('hex')).toBe(wrap);
    const digest = sha256(Buffer.from(JSON.stringify(policy))).toString('base64url');
    expect(sha256(listOf('latchkey/confirmation/1', 'set-policy', WALLET, COUNTER, digest)).toString('hex')).toBe(setPolicy);
  });
});
