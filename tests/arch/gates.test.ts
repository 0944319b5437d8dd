import { describe, expect, it } from 'vitest';
import { isAllowed, licenceFault, runtimeClosure } from '../../scripts/gates/licences.mjs';
import { findLockfileFaults } from '../../scripts/gates/lockfile.mjs';
import { findSecrets } from '../../scripts/gates/secrets.mjs';

/** Put together here, so that this file holds no secret itself. */
const joined = (...parts: readonly string[]): string => parts.join('');
const hex = (digit: string, count: number): string => digit.repeat(count);

describe('the secret gate', () => {
  it.each([
    ['a private key block', joined('-----BEGIN EC ', 'PRIVATE KEY-----')],
    ['an AWS access key', joined('AK', 'IA', hex('A', 16))],
    ['a GitHub token', joined('gh', 'p_', hex('a', 36))],
    ['an npm token', joined('//host/:_auth', 'Token=abc')],
    ['a Slack token', joined('xox', 'b-1234567890-abc')],
    ['a Google key', joined('AI', 'za', hex('x', 35))],
    ['an Infura or Alchemy address with its key', joined('https://mainnet.infura.io', '/v3/', hex('a', 32))],
    ['a JSON web token', joined('ey', 'J', hex('a', 20), '.ey', 'J', hex('b', 20), '.', hex('c', 30))],
    ['a path of somebody’s machine', joined('"', '/ho', 'me/somebody/file.ts"')],
    ['a path of somebody’s machine', joined('file:/', '/', '/ro', 'ot/file.ts')],
    ['the registry npm.example.internal', joined('https', '://npm.example.internal', '/react')],
    ['a seed phrase', joined("'", 'abandon '.repeat(11), "about'")],
    ['a private key', joined('const private', 'Key = "0x', hex('1', 64), '"')],
  ])('finds %s', (what, line) => {
    expect(findSecrets(`first\n${line}\n`)).toEqual([{ line: 2, what }]);
  });

  it.each([
    ['the public test phrase', `const phrase = '${'test '.repeat(11)}junk';`],
    ['the public phrase of Substrate', "const phrase = 'bottom drive obey lake curtain smoke basket hold race lonely fit walk';"],
    ['a key of the public test phrase', joined('privateKey: "0xac0974be', 'c39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"')],
    ['a hash', `const hash = '0x${hex('a', 64)}';`],
    ['the public registry', 'https://registry.npmjs.org/react'],
    ['a sentence of seed words and others', "'what wallet will the visitor use once each and every one was shown'"],
    ['a sentence', 'const text = "nothing reconnects after the person said so with a click of the mouse on this page";'],
    ['an address of a route', "fetch('/homepage/x')"],
  ])('lets %s pass', (_, line) => {
    expect(findSecrets(line)).toEqual([]);
  });
});

describe('the licence gate', () => {
  const allowed = ['MIT', 'ISC', 'Apache-2.0'];

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['GPL-3.0 OR (ISC AND MIT)', true],
    ['MIT AND GPL-3.0', false],
    ['(MIT OR GPL-3.0) AND (ISC OR GPL-2.0)', true],
    ['(MIT OR GPL-3.0) AND GPL-2.0', false],
    ['SEE LICENSE IN LICENSE.md', false],
    ['none', false],
  ])('judges %s', (expression, expected) => {
    expect(isAllowed(expression, allowed)).toBe(expected);
  });

  it('takes an exception of a licence for what it is: further permissions', () => {
    expect(isAllowed('GPL-3.0-or-later WITH Classpath-exception-2.0', ['GPL-3.0-or-later'])).toBe(true);
    expect(isAllowed('GPL-3.0-or-later WITH Classpath-exception-2.0', allowed)).toBe(false);
  });

  const MIT_TEXT = 'Permission is hereby granted, free of charge, to any person';

  it.each([
    ['a permissive package', { license: 'MIT' }, MIT_TEXT, null],
    ['a list of licences', { licenses: ['MIT'] }, MIT_TEXT, null],
    ['a manifest without a licence, by its file', {}, MIT_TEXT, null],
    ['a manifest without a licence, and no file', {}, null, 'p@1: licence none is not allowed for the package'],
    [
      'a licence that the file does not hold',
      { license: 'MIT' },
      'All rights reserved',
      'p@1: says MIT, but its licence file does not hold that licence',
    ],
    ['a copyleft package', { license: 'LGPL-3.0-only' }, null, 'p@1: licence LGPL-3.0-only is not allowed for the package'],
    ['a package that no bundle holds', { name: 'rpc-websockets', license: 'LGPL-3.0-only' }, null, null],
  ])('judges %s at run time', (_, manifest, text, fault) => {
    expect(licenceFault({ name: 'p', version: '1', ...manifest }, text, true)).toBe(fault);
  });

  it('judges what is part of the package like what it depends on, without what that depends on', () => {
    const packages = { '': {}, 'node_modules/part': { dependencies: { a: '1' } }, 'node_modules/a': {} };
    expect([...runtimeClosure(packages, ['part'])]).toEqual(['node_modules/part']);
  });

  it('follows dependencies, nested ones first, and optional peers of the package, but no tools', () => {
    const packages = {
      '': { dependencies: { a: '1' }, peerDependencies: { p: '1' }, devDependencies: { tool: '1' } },
      'node_modules/a': { dependencies: { b: '1' } },
      'node_modules/a/node_modules/b': {},
      'node_modules/b': {},
      'node_modules/p': { peerDependencies: { q: '1', r: '1' }, peerDependenciesMeta: { r: { optional: true } } },
      'node_modules/q': {},
      'node_modules/r': {},
      'node_modules/tool': {},
    };
    expect([...runtimeClosure(packages)].sort()).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/p',
      'node_modules/q',
    ]);
  });
});

describe('the lockfile gate', () => {
  const integrity = 'sha512-x';

  it('finds another registry, a missing hash and a missing platform', () => {
    const faults = findLockfileFaults({
      '': { dependencies: {} },
      'node_modules/a': { integrity, resolved: joined('https', '://npm.example.internal', '/a.tgz') },
      'node_modules/b': {},
      'node_modules/c': { integrity, optionalDependencies: { 'c-linux': '1', 'c-darwin': '1' } },
      'node_modules/c-linux': { integrity },
    });
    expect(faults).toHaveLength(3);
    expect(faults.map((fault: string) => fault.split(' ')[0])).toEqual(['node_modules/a', 'node_modules/b', 'node_modules/c']);
  });

  it('lets public addresses, links and builds for other platforms pass', () => {
    expect(
      findLockfileFaults({
        'node_modules/a': { integrity, resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz', optionalDependencies: { 'a-win32': '1' } },
        'node_modules/a-win32': { optional: true, os: ['win32'] },
        'node_modules/here': { link: true },
      }),
    ).toEqual([]);
  });
});
