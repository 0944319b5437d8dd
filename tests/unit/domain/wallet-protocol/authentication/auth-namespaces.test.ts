import { describe, expect, it } from 'vitest';
import { type Cacao, createCacao } from '../../../../../domain/sign-in/cacao.js';
import { createRecap, encodeRecap, type Recap } from '../../../../../domain/sign-in/recap.js';
import { authenticatedNamespaces, fallbackNamespaces } from '../../../../../domain/wallet-protocol/authentication/auth-namespaces.js';
import { thrownBy } from '../../throws.js';

const A = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';
const B = '0xBAc675C310721717Cd4A37F6cbeA1F081b1C2a07';

const signedCacao = (account: string, recap: Recap | null): Cacao =>
  createCacao(
    {
      chains: [],
      domain: 'a.example',
      aud: 'https://a.example',
      version: '1',
      nonce: 'abcdefgh',
      iat: '2024-01-01T00:00:00.000Z',
      resources: ['https://a.example', ...(recap === null ? [] : [encodeRecap(recap)])],
    },
    account,
    { t: 'eip191', s: '0x' },
  );

const recapFor = (methods: readonly string[], ...chains: readonly string[]): Recap =>
  createRecap('eip155', 'request', methods, chains.length === 0 ? {} : { chains });

describe('fallbackNamespaces', () => {
  it('requests the same chains and methods, and the signature, as optional', () => {
    expect(fallbackNamespaces(['eip155:1', 'eip155:10'], ['eth_sign', 'personal_sign', 'eth_sign'])).toEqual({
      eip155: { chains: ['eip155:1', 'eip155:10'], methods: ['personal_sign', 'eth_sign'], events: ['chainChanged', 'accountsChanged'] },
    });
    expect(fallbackNamespaces(['eip155:1'], [])['eip155']?.methods).toEqual(['personal_sign']);
  });
});

describe('authenticatedNamespaces', () => {
  const events = ['chainChanged', 'accountsChanged'];

  it('contains the account on its own chain and on the ReCap’s chains, with the ReCap’s methods', () => {
    expect(
      authenticatedNamespaces([signedCacao(`eip155:1:${A}`, recapFor(['personal_sign', 'eth_sign'], 'eip155:1', 'eip155:10'))]),
    ).toEqual({
      eip155: {
        chains: ['eip155:1', 'eip155:10'],
        accounts: [`eip155:1:${A}`, `eip155:10:${A}`],
        methods: ['eth_sign', 'personal_sign'],
        events,
      },
    });
  });

  it('contains only the account’s chain if the ReCap lists none', () => {
    expect(authenticatedNamespaces([signedCacao(`eip155:137:${A}`, recapFor(['a']))])).toEqual({
      eip155: { chains: ['eip155:137'], accounts: [`eip155:137:${A}`], methods: ['a'], events },
    });
  });

  it('merges several CACAOs without duplicates', () => {
    const recap = recapFor(['a'], 'eip155:1', 'eip155:10');
    const cacaos = [
      signedCacao(`eip155:1:${A}`, recap),
      signedCacao(`eip155:10:${A}`, recap),
      signedCacao(`eip155:10:${B}`, recapFor(['b', 'a'])),
    ];
    expect(authenticatedNamespaces(cacaos)).toEqual({
      eip155: {
        chains: ['eip155:1', 'eip155:10'],
        accounts: [`eip155:1:${A}`, `eip155:10:${A}`, `eip155:10:${B}`],
        methods: ['a', 'b'],
        events,
      },
    });
  });

  it('is null without methods', () => {
    expect(authenticatedNamespaces([])).toBeNull();
    expect(authenticatedNamespaces([signedCacao(`eip155:1:${A}`, null)])).toBeNull();
    expect(authenticatedNamespaces([signedCacao(`eip155:1:${A}`, createRecap('https://s.example', 'request', ['a']))])).toBeNull();
    expect(authenticatedNamespaces([signedCacao(`eip155:1:${A}`, createRecap('eip155', 'push', ['notify']))])).toBeNull();
  });

  it('ignores accounts and chains of other namespaces', () => {
    const recap = recapFor(['a'], 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'eip155:5');
    expect(authenticatedNamespaces([signedCacao(`eip155:1:${A}`, recap)])?.['eip155']?.accounts).toEqual([
      `eip155:1:${A}`,
      `eip155:5:${A}`,
    ]);
    expect(
      authenticatedNamespaces([signedCacao('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv', recap)]),
    ).toBeNull();
    expect(authenticatedNamespaces([signedCacao('invalid', recap)])).toBeNull();
  });

  it('rejects an invalid ReCap', () => {
    const cacao = signedCacao(`eip155:1:${A}`, null);
    const broken = { ...cacao, p: { ...cacao.p, resources: ['urn:recap:e30'] } };
    thrownBy('wallet-protocol/invalid-parameter', () => authenticatedNamespaces([broken]));
  });
});
