import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createBundle, ManifestKey, parseManifest, signerOf } from '../../../../../sandbox/secure-site/site/document-bundle.js';

const FILE = new URL('../../../../../docs/vectors/secure-site/manifest.json', import.meta.url);
const SEED = Buffer.from(createHash('sha256').update('latchkey vectors: manifest key').digest()).toString('base64url');
const HTML = 'text/html; charset=utf-8';

const FILES = [
  { path: 'sdk', type: HTML, content: '<!doctype html>\n' },
  { path: 'frame-page.js', type: 'text/javascript; charset=utf-8', content: 'console.log("Grüezi");\n' },
];

const bundleOf = (files: typeof FILES) =>
  createBundle(files.map(({ path, type, content }) => ({ path, type, body: Buffer.from(content) })));

const makeVectors = () => {
  const { digest, manifest } = bundleOf(FILES);
  return {
    about: 'A bundle of two files. Never use this key: docs/internals/secure-site-bundle.md.',
    files: FILES,
    manifest,
    digest,
    seed: SEED,
    signature: ManifestKey.import(SEED).sign(digest),
  };
};

interface Vectors extends ReturnType<typeof makeVectors> {}

// The file is the test's own.
const readVectors = async (): Promise<Vectors> => JSON.parse(await readFile(FILE, 'utf8')) as Vectors;

describe('the manifest of a bundle', () => {
  it('is that of the published vectors', async () => {
    await expect(`${JSON.stringify(makeVectors(), null, 2)}\n`).toMatchFileSnapshot(FILE.pathname);
  });

  it('can be verified from its format alone, by the cryptography of Node', async () => {
    const { manifest, digest, files, signature: text } = await readVectors();
    expect(createHash('sha256').update(manifest).digest('hex')).toBe(digest);
    // The format of the vectors.
    const listed = JSON.parse(manifest) as { readonly files: readonly { path: string; size: number; integrity: string }[] };
    for (const { path, size, integrity } of listed.files) {
      const content = Buffer.from(files.find((file) => file.path === path)?.content ?? '');
      expect([content.length, `sha384-${createHash('sha384').update(content).digest('base64')}`]).toEqual([size, integrity]);
    }
    const part = (value: string): Buffer => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(Buffer.byteLength(value));
      return Buffer.concat([length, Buffer.from(value)]);
    };
    const signed = JSON.parse(text) as { readonly publicKey: string; readonly signature: string };
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: signed.publicKey }, format: 'jwk' });
    const message = Buffer.concat([part('latchkey/secure-site-manifest/1'), part(digest)]);
    expect(verify(null, message, key, Buffer.from(signed.signature, 'base64url'))).toBe(true);
  });

  it('is the same in whatever order the files come, and another one for another name, type or byte', () => {
    const { digest } = bundleOf(FILES);
    expect(bundleOf([...FILES].reverse()).digest).toBe(digest);
    const [first, second] = FILES;
    for (const change of [{ path: 'sdk2' }, { type: 'text/plain' }, { content: '<!doctype html>\r' }])
      expect(bundleOf([{ ...first!, ...change }, second!]).digest).not.toBe(digest);
  });

  it('has one form: others are not read', () => {
    const { manifest } = bundleOf(FILES);
    expect(parseManifest(manifest)).toHaveLength(2);
    const [one, two] = (JSON.parse(manifest) as { readonly files: readonly [{ readonly path: string }, object] }).files;
    const format = 'latchkey-secure-site/1';
    for (const other of [
      `${manifest}\n`,
      manifest.replace('{', '{ '),
      manifest.replace('secure-site/1', 'secure-site/2'),
      manifest.replace('"sdk"', '"../sdk"'),
      manifest.replace('"sdk"', '"a/sdk"'),
      manifest.replace('"sdk"', '".sdk"'),
      JSON.stringify({ format, files: [two, one] }),
      JSON.stringify({ format, files: [one, one] }),
      JSON.stringify({ format, files: [{ ...one, extra: 1 }, two] }),
      JSON.stringify({ files: [one, two], format }),
      'null',
      '',
    ])
      expect([other, parseManifest(other)]).toEqual([other, null]);
    expect(() => bundleOf([{ path: '../sdk', type: HTML, content: '' }])).toThrow('cannot list');
    expect(() => bundleOf([...FILES, { path: 'sdk', type: HTML, content: 'other' }])).toThrow('two different files sdk');
  });
});

describe('the signature of a manifest', () => {
  const key = ManifestKey.import(SEED);
  const { digest } = bundleOf(FILES);

  it('is of this digest and this key only', () => {
    const text = key.sign(digest);
    expect(signerOf(digest, text)).toBe(key.publicKey);
    expect(signerOf('0'.repeat(64), text)).toBeNull();
    const { publicKey, signature } = JSON.parse(text) as Readonly<Record<'publicKey' | 'signature', string>>;
    for (const other of [
      { publicKey: ManifestKey.generate().publicKey, signature },
      { publicKey, signature: `${signature.slice(0, -4)}AAAA` },
      { publicKey: `${publicKey}=`, signature },
      { publicKey: publicKey.slice(1), signature },
      { publicKey },
      null,
    ])
      expect(signerOf(digest, JSON.stringify(other))).toBeNull();
    expect(signerOf(digest, 'nonsense')).toBeNull();
  });

  it('needs a seed of 32 bytes in base64url', () => {
    expect(ManifestKey.import(SEED).publicKey).toBe(key.publicKey);
    expect(ManifestKey.generate().publicKey).not.toBe(ManifestKey.generate().publicKey);
    for (const seed of ['', 'short', `${SEED}=`, SEED.slice(1), `${SEED}A`])
      expect(() => ManifestKey.import(seed)).toThrow('SECURE_SITE_MANIFEST_KEY');
  });
});
