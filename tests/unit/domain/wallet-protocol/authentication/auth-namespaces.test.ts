import { describe, expect, it } from 'vitest';
import { authenticatedNamespaces, fallbackNamespaces } from '../../../../../domain/wallet-protocol/authentication/auth-namespaces.js';
import { type Cacao, makeCacao } from '../../../../../domain/wallet-protocol/authentication/cacao.js';
import { encodeRecap, makeRecap, type Recap } from '../../../../../domain/wallet-protocol/authentication/recap.js';
import { thrownBy } from '../../throws.js';

const A = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';
const B = '0xBAc675C310721717Cd4A37F6cbeA1F081b1C2a07';

const signedIn = (account: string, recap: Recap | null): Cacao =>
  makeCacao(
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

const granted = (methods: readonly string[], ...chains: readonly string[]): Recap =>
  makeRecap('eip155', 'request', methods, chains.length === 0 ? {} : { chains });

describe('the proposal beside a request to sign in', () => {
  it('asks for the same chains and methods, and for the signature, as optional', () => {
    expect(fallbackNamespaces(['eip155:1', 'eip155:10'], ['eth_sign', 'personal_sign', 'eth_sign'])).toEqual({
      eip155: { chains: ['eip155:1', 'eip155:10'], methods: ['personal_sign', 'eth_sign'], events: ['chainChanged', 'accountsChanged'] },
    });
    expect(fallbackNamespaces(['eip155:1'], [])['eip155']?.methods).toEqual(['personal_sign']);
  });
});

describe('the session that comes of signing in', () => {
  const events = ['chainChanged', 'accountsChanged'];

  it('has the account on its own chain and on those of its ReCap, with the methods of that', () => {
    expect(authenticatedNamespaces([signedIn(`eip155:1:${A}`, granted(['personal_sign', 'eth_sign'], 'eip155:1', 'eip155:10'))])).toEqual({
      eip155: {
        chains: ['eip155:1', 'eip155:10'],
        accounts: [`eip155:1:${A}`, `eip155:10:${A}`],
        methods: ['eth_sign', 'personal_sign'],
        events,
      },
    });
  });

  it('has only the own chain where the ReCap names none', () => {
    expect(authenticatedNamespaces([signedIn(`eip155:137:${A}`, granted(['a']))])).toEqual({
      eip155: { chains: ['eip155:137'], accounts: [`eip155:137:${A}`], methods: ['a'], events },
    });
  });

  it('unites several sign-ins: every chain, account and method once', () => {
    const recap = granted(['a'], 'eip155:1', 'eip155:10');
    const cacaos = [signedIn(`eip155:1:${A}`, recap), signedIn(`eip155:10:${A}`, recap), signedIn(`eip155:10:${B}`, granted(['b', 'a']))];
    expect(authenticatedNamespaces(cacaos)).toEqual({
      eip155: {
        chains: ['eip155:1', 'eip155:10'],
        accounts: [`eip155:1:${A}`, `eip155:10:${A}`, `eip155:10:${B}`],
        methods: ['a', 'b'],
        events,
      },
    });
  });

  it('is none where no method is allowed', () => {
    expect(authenticatedNamespaces([])).toBeNull();
    expect(authenticatedNamespaces([signedIn(`eip155:1:${A}`, null)])).toBeNull();
    expect(authenticatedNamespaces([signedIn(`eip155:1:${A}`, makeRecap('https://s.example', 'request', ['a']))])).toBeNull();
    expect(authenticatedNamespaces([signedIn(`eip155:1:${A}`, makeRecap('eip155', 'push', ['notify']))])).toBeNull();
  });

  it('gives no account of another namespace, nor an account to one', () => {
    const recap = granted(['a'], 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'eip155:5');
    expect(authenticatedNamespaces([signedIn(`eip155:1:${A}`, recap)])?.['eip155']?.accounts).toEqual([`eip155:1:${A}`, `eip155:5:${A}`]);
    expect(
      authenticatedNamespaces([signedIn('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv', recap)]),
    ).toBeNull();
    expect(authenticatedNamespaces([signedIn('nobody', recap)])).toBeNull();
  });

  it('is not made of a ReCap that is none', () => {
    const cacao = signedIn(`eip155:1:${A}`, null);
    const broken = { ...cacao, p: { ...cacao.p, resources: ['urn:recap:e30'] } };
    thrownBy('wallet-protocol/invalid-parameter', () => authenticatedNamespaces([broken]));
  });
});
