import { createPublicKey, type JsonWebKey, verify as verifySignature } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startVerify, type Verify } from '../../../sandbox/verify/start-verify.js';
import { verifyOverHttp } from '../../../sandbox/verify/verify-control.js';

const ORIGIN = 'https://app.example';
const [ENVELOPE, MESSAGE] = ['ab'.repeat(32), 'cd'.repeat(32)];

let verify: Verify;

beforeEach(async () => {
  verify = await startVerify();
});

afterEach(() => verify.stop());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> => fetch(`${verify.origin}${path}`, { headers });

/** The attestation in the page of a frame; `null` if it has none. */
const framed = async (headers: Record<string, string>): Promise<string | null> => {
  const response = await get(
    `/v3/attestation?projectId=any&origin=https%3A%2F%2Fclaimed.example&id=${ENVELOPE}&decryptedId=${MESSAGE}`,
    headers,
  );
  const [, text = ''] = /postMessage\((".*"), "/.exec(await response.text()) ?? [];
  const reply = JSON.parse(JSON.parse(text));
  expect(reply.type).toBe('verify_attestation');
  return reply.attestation;
};

const claimsOf = (jwt: string | null): unknown => JSON.parse(Buffer.from(jwt?.split('.')[1] ?? '', 'base64url').toString());

const isSigned = async (jwt: string): Promise<boolean> => {
  // The service responds with a key of this form.
  const { publicKey } = (await (await get('/v3/public-key')).json()) as { readonly publicKey: JsonWebKey };
  const [head, payload, signature = ''] = jwt.split('.');
  const key = createPublicKey({ key: publicKey, format: 'jwk' });
  return verifySignature(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
};

describe('the attestation service', () => {
  it('attests the origin that the browser sends, not the one that the page claims', async () => {
    const jwt = await framed({ referer: `${ORIGIN}/shop?item=1` });
    expect(claimsOf(jwt)).toMatchObject({ id: ENVELOPE, origin: ORIGIN, isVerified: true, isScam: false });
    expect(await isSigned(jwt ?? '')).toBe(true);
    await verify.control.changeKey();
    expect(await isSigned(jwt ?? '')).toBe(false);
    expect((await verify.control.requests()).map(({ service, from }) => [service, from])).toEqual([
      ['attestation', ORIGIN],
      ['key', null],
      ['key', null],
    ]);
  });

  it('attests nothing without an origin of the browser', async () => {
    expect(await framed({})).toBe(null);
    expect((await get(`/attestation/${MESSAGE}`)).status).toBe(404);
  });

  it('finds an attestation by the message hash', async () => {
    expect(await isSigned(await verify.control.attest({ envelopeId: ENVELOPE, messageId: MESSAGE, origin: ORIGIN }))).toBe(true);
    const found = async () => (await get(`/attestation/${MESSAGE}?v2Supported=true`)).json();
    expect(await found()).toEqual({ origin: ORIGIN, isScam: false });
    await verify.control.setScams([ORIGIN]);
    expect(await found()).toEqual({ origin: ORIGIN, isScam: true });
    await verify.control.setOrigins(['https://another.example']);
    expect((await get(`/attestation/${MESSAGE}`)).status).toBe(404);
    expect(claimsOf(await framed({ referer: ORIGIN }))).toMatchObject({ isVerified: false, isScam: true });
    await verify.control.reset();
    expect((await get(`/attestation/${MESSAGE}`)).status).toBe(404);
    expect((await get('/attestation/short')).status).toBe(404);
  });

  it('can be unreachable, unresponsive or slow, and is controlled over HTTP with a token', async () => {
    const control = verifyOverHttp(verify.origin, verify.controlToken);
    await control.setMode('down');
    await expect(get('/v3/public-key')).rejects.toThrow();
    await control.setMode('never');
    await expect(fetch(`${verify.origin}/v3/public-key`, { signal: AbortSignal.timeout(50) })).rejects.toThrow();
    await control.setMode({ delayMs: 60 });
    const start = Date.now();
    expect((await get('/v3/public-key')).ok).toBe(true);
    expect(Date.now() - start).toBeGreaterThan(50);
    await expect(verifyOverHttp(verify.origin, 'guess').reset()).rejects.toThrow();
  });
});
