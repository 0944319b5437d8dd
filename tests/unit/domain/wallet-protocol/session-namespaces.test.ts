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
  if (namespaces === null) throw new Error('The namespaces are invalid');
  return namespaces;
};

const typical = {
  eip155: { chains: ['eip155:1'], accounts: [`eip155:1:${A}`, `eip155:137:${B}`, `eip155:1:${A}`], methods: ['personal_sign'], events: [] },
  solana: { accounts: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'], methods: [], events: [] },
};

describe('session namespaces', () => {
  it('provide accounts, listed and derived chains, and addresses of a chain, without duplicates', () => {
    const namespaces = read(typical);
    expect(accountsOf(namespaces, 'eip155')).toHaveLength(3);
    expect(chainsOf(namespaces, 'eip155')).toEqual([MAINNET, POLYGON]);
    expect(addressesOn(namespaces, 'eip155', MAINNET)).toEqual([A]);
    expect(addressesOn(namespaces, 'eip155', POLYGON)).toEqual([B]);
    expect(chainsOf(namespaces, 'bip122')).toEqual([]);
  });

  it('accept a chain as key', () => {
    const namespaces = read({ 'eip155:137': { accounts: [`eip155:137:${B}`], methods: ['eth_sendTransaction'], events: [] } });
    expect(chainsOf(namespaces, 'eip155')).toEqual([POLYGON]);
    expect(allowsMethod(namespaces, POLYGON, 'eth_sendTransaction')).toBe(true);
    expect(allowsMethod(namespaces, MAINNET, 'eth_sendTransaction')).toBe(false);
  });

  it('allow only approved methods', () => {
    const namespaces = read(typical);
    expect(allowsMethod(namespaces, MAINNET, 'personal_sign')).toBe(true);
    expect(allowsMethod(namespaces, MAINNET, 'eth_sendTransaction')).toBe(false);
  });

  it('drop invalid chains and accounts, and those of unregistered namespaces', () => {
    const namespaces = read({
      eip155: { chains: ['eip155:01', 'cosmos:hub'], accounts: ['eip155:1', 'nonsense', `eip155:1:${A}`], methods: [], events: [] },
    });
    expect(chainsOf(namespaces, 'eip155')).toEqual([MAINNET]);
  });

  it.each([
    ['nothing', null],
    ['an array', []],
    ['an empty object', {}],
    ['no accounts', { eip155: { accounts: [], methods: [], events: [] } }],
    ['only accounts of unregistered namespaces', { cosmos: { accounts: ['cosmos:hub:x'], methods: [], events: [] } }],
    ['no list of methods', { eip155: { accounts: [`eip155:1:${A}`], events: [] } }],
    ['numbers as accounts', { eip155: { accounts: [1], methods: [], events: [] } }],
    ['too many accounts', { eip155: { accounts: Array.from({ length: 1_001 }, () => `eip155:1:${A}`), methods: [], events: [] } }],
  ])('are rejected: %s', (_, value) => {
    expect(readSessionNamespaces(value)).toBeNull();
  });

  itHolds('never throw for any value', fc.anything(), (value) => {
    const namespaces = readSessionNamespaces(value);
    if (namespaces !== null) expect(Object.values(namespaces).flatMap(({ accounts }) => accounts)).not.toEqual([]);
  });
});
