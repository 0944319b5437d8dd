import { beforeAll, describe, expect, it } from 'vitest';
import { PARTS, weighParts } from '../../../scripts/lib/weigh-parts.mjs';

let rows: Awaited<ReturnType<typeof weighParts>>;

beforeAll(async () => {
  rows = await weighParts();
});

const sourcesOf = (what: string): readonly string[] => rows.find((row) => row.what.startsWith(what))?.sources ?? [];
const isViem = (path: string): boolean => path.includes('node_modules/viem/');

describe('what is fetched on first use', () => {
  it.each(PARTS.filter(({ budget, own }) => (budget ?? own) !== undefined))('of $what is within its budget', ({ what }) => {
    const { kib = 0, budget = 0 } = rows.find((row) => row.what === what) ?? {};
    expect(kib).toBeGreaterThan(0);
    expect(kib).toBeLessThanOrEqual(budget);
  });

  it.each([
    ['solana: fees and transfers', '@solana/web3.js'],
    ['bip122: reads', 'bitcoinjs-lib'],
    ['polkadot: reads', '@polkadot/api'],
  ])('tells the share of the SDK apart in %s', (what, name) => {
    const { sources, kib, sdkKib } = rows.find((row) => row.what.startsWith(what)) ?? { sources: [], kib: 0, sdkKib: 0 };
    expect(sources.some((path) => path.includes(`node_modules/${name}/`))).toBe(true);
    expect(sdkKib).toBeGreaterThan(kib / 2);
    expect(sdkKib).toBeLessThan(kib);
  });

  it.each(['solana: connect', 'solana: wallets elsewhere', 'solana: reads', 'bip122: connect', 'polkadot: connect'])(
    'of %s holds nothing of its SDK',
    (part) => {
      const sources = sourcesOf(part);
      expect(sources.length).toBeGreaterThan(0);
      expect(sources.filter((path) => /node_modules\/(@solana\/web3\.js|bitcoinjs-lib|@polkadot\/api)\//.test(path))).toEqual([]);
    },
  );

  it('of an EVM wallet holds nothing of viem', () => {
    const sources = sourcesOf('eip155: connect');
    expect(sources).toContain('dist/adapters/eip155/eip155-session.js');
    expect(sources.filter(isViem)).toEqual([]);
    expect(sourcesOf('eip155: batched').filter(isViem)).toEqual([]);
  });

  it('of EVM reads and fees holds nothing of viem either', () => {
    const sources = sourcesOf('eip155: reads');
    expect(sources).toContain('dist/adapters/eip155/nodes/eip155-reader.js');
    expect(sources.filter(isViem)).toEqual([]);
  });

  it.each(['eip155: batched', 'eip155: tokens', 'eip155: signatures of keys', 'eip155: signatures of contracts', 'eip155: names'])(
    'has %s in a chunk of its own',
    (part) => {
      const [first] = PARTS.find(({ what }) => what.startsWith(part))?.modules ?? [];
      const holders = rows
        .filter(({ what, sources }) => !what.endsWith('together') && sources.includes(`dist/${first}`))
        .map(({ what }) => what);
      expect(holders).toEqual([expect.stringContaining(part)]);
    },
  );

  it('of tokens and signatures holds nothing of names', () => {
    for (const part of ['eip155: tokens', 'eip155: signatures of contracts', 'eip155: signatures of keys'])
      expect(sourcesOf(part).filter((path) => /ens-n|adraffy/.test(path))).toEqual([]);
  });
});
