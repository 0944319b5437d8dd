import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import {
  accountsOf,
  addressesOn,
  allowsMethod,
  chainsOf,
  readSessionNamespaces,
} from '../../../../domain/wallet-protocol/session-namespaces.js';
import { itHolds } from '../properties.js';

const A = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';
const B = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const MAINNET = toChainId('eip155:1');
const POLYGON = toChainId('eip155:137');

const read = (value: unknown) => {
  const namespaces = readSessionNamespaces(value);
  if (namespaces === null) throw new Error('It was refused');
  return namespaces;
};

const usual = {
  eip155: { chains: ['eip155:1'], accounts: [`eip155:1:${A}`, `eip155:137:${B}`, `eip155:1:${A}`], methods: ['personal_sign'], events: [] },
  solana: { accounts: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'], methods: [], events: [] },
};

describe('what a wallet allows', () => {
  it('gives its accounts, its chains by name and by account, and the addresses of a chain, each once', () => {
    const namespaces = read(usual);
    expect(accountsOf(namespaces, 'eip155')).toHaveLength(3);
    expect(chainsOf(namespaces, 'eip155')).toEqual([MAINNET, POLYGON]);
    expect(addressesOn(namespaces, 'eip155', MAINNET)).toEqual([A]);
    expect(addressesOn(namespaces, 'eip155', POLYGON)).toEqual([B]);
    expect(chainsOf(namespaces, 'bip122')).toEqual([]);
  });

  it('may stand under a chain instead of a namespace', () => {
    const namespaces = read({ 'eip155:137': { accounts: [`eip155:137:${B}`], methods: ['eth_sendTransaction'], events: [] } });
    expect(chainsOf(namespaces, 'eip155')).toEqual([POLYGON]);
    expect(allowsMethod(namespaces, POLYGON, 'eth_sendTransaction')).toBe(true);
    expect(allowsMethod(namespaces, MAINNET, 'eth_sendTransaction')).toBe(false);
  });

  it('allows the methods that it names, and no other', () => {
    const namespaces = read(usual);
    expect(allowsMethod(namespaces, MAINNET, 'personal_sign')).toBe(true);
    expect(allowsMethod(namespaces, MAINNET, 'eth_sendTransaction')).toBe(false);
  });

  it('leaves out what is no chain or account of a known namespace', () => {
    const namespaces = read({
      eip155: { chains: ['eip155:01', 'cosmos:hub'], accounts: ['eip155:1', 'nonsense', `eip155:1:${A}`], methods: [], events: [] },
    });
    expect(chainsOf(namespaces, 'eip155')).toEqual([MAINNET]);
  });

  it.each([
    ['nothing', null],
    ['a list', []],
    ['an empty table', {}],
    ['no account at all', { eip155: { accounts: [], methods: [], events: [] } }],
    ['only foreign accounts', { cosmos: { accounts: ['cosmos:hub:x'], methods: [], events: [] } }],
    ['no list of methods', { eip155: { accounts: [`eip155:1:${A}`], events: [] } }],
    ['numbers for accounts', { eip155: { accounts: [1], methods: [], events: [] } }],
    ['a flood', { eip155: { accounts: Array.from({ length: 1_001 }, () => `eip155:1:${A}`), methods: [], events: [] } }],
  ])('is nothing: %s', (_, value) => {
    expect(readSessionNamespaces(value)).toBeNull();
  });

  itHolds('is read or refused, whatever it is, and never throws', fc.anything(), (value) => {
    const namespaces = readSessionNamespaces(value);
    if (namespaces !== null) expect(Object.values(namespaces).flatMap(({ accounts }) => accounts)).not.toEqual([]);
  });
});
