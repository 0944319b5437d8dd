import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecap, type Recap, recapStatement, withoutRecapStatement } from '../../../../domain/sign-in/recap.js';
import erc5573 from '../../../vectors/erc-5573.json' with { type: 'json' };
import walletAuthentication from '../../../vectors/wallet-authentication.json' with { type: 'json' };
import { itHolds } from '../properties.js';
import { thrownBy } from '../throws.js';
import { arbitraryRecap } from './arbitrary-recap.js';

const PREAMBLE = 'I further authorize the stated URI to perform the following actions on my behalf: ';

const table = (...keys: readonly string[]): Recap['att'][string] => Object.fromEntries(keys.map((key) => [key, [{}]]));

describe('recapStatement', () => {
  it('matches the statement of the WalletConnect specification', () => {
    expect(recapStatement(undefined, walletAuthentication.recap)).toBe(walletAuthentication.statement);
    expect(recapStatement('', walletAuthentication.recap)).toBe(walletAuthentication.statement);
  });

  it('is appended to the given statement', () => {
    expect(recapStatement('Welcome.', walletAuthentication.recap)).toBe(`Welcome. ${walletAuthentication.statement}`);
  });

  it('matches ERC-5573 if a resource has one ability', () => {
    const { att } = erc5573.detailsObject.recap;
    const recap = {
      att: {
        'https://example.com/pictures/': { 'crud/delete': [{}], 'crud/update': [{}] },
        'mailto:username@example.com': att['mailto:username@example.com'],
      },
    };
    expect(recapStatement(undefined, recap)).toBe(
      erc5573.detailsObject.statement.replace(" (2) 'other': 'action' for 'https://example.com/pictures/'.", '').replace('(3)', '(2)'),
    );
  });

  it('orders several abilities of a resource by their first actions, like the official clients', () => {
    const items = (text: string): readonly string[] =>
      text
        .slice(PREAMBLE.length)
        .split(/ ?\(\d\) /)
        .slice(1);
    const statement = recapStatement(undefined, erc5573.detailsObject.recap);
    expect(statement).toBe(
      `${PREAMBLE}(1) 'other': 'action' for 'https://example.com/pictures/'. (2) 'crud': 'delete', 'update' for 'https://example.com/pictures/'. (3) 'msg': 'receive', 'send' for 'mailto:username@example.com'.`,
    );
    expect([...items(statement)].sort()).toEqual([...items(erc5573.detailsObject.statement)].sort());
  });

  it('numbers all resources, separates the third ability with a comma, and puts integer keys first', () => {
    const att = { eip155: table('c/1', 'a/3', 'b/2'), 'https://x.example': table('a/b') };
    expect(recapStatement(undefined, { att })).toBe(
      `${PREAMBLE}(1) 'c': '1' for 'eip155'. (2) 'b': '2' for 'eip155'., (3) 'a': '3' for 'eip155'. (4) 'a': 'b' for 'https://x.example'.`,
    );
    expect(recapStatement(undefined, { att: { eip155: table('a/x', '7/y') } })).toBe(
      `${PREAMBLE}(1) '7': 'y' for 'eip155'. (2) 'a': 'x' for 'eip155'.`,
    );
  });

  it('sorts actions by English collation, not by code units', () => {
    expect(recapStatement(undefined, { att: { eip155: table('request/B', 'request/a', 'request/_c') } })).toBe(
      `${PREAMBLE}(1) 'request': '_c', 'a', 'B' for 'eip155'.`,
    );
  });

  itHolds('is not appended twice', fc.string(), arbitraryRecap, (statement, recap) => {
    const result = recapStatement(statement, recap);
    expect(result.startsWith(statement === '' ? PREAMBLE : `${statement} ${PREAMBLE}`)).toBe(true);
    expect(recapStatement(result, recap)).toBe(result);
  });

  itHolds('contains every action of every resource', arbitraryRecap, (recap) => {
    const result = recapStatement(undefined, recap);
    for (const [resource, abilities] of Object.entries(recap.att)) {
      expect(result).toContain(`for '${resource}'`);
      for (const key of Object.keys(abilities)) expect(result).toContain(`'${key.split('/')[1]}'`);
    }
  });

  it('rejects an invalid ReCap', () => {
    thrownBy('wallet-protocol/invalid-parameter', () => recapStatement('', { att: {} }));
  });

  it('is removed by withoutRecapStatement', () => {
    const recap = createRecap('eip155', 'request', ['a']);
    expect(withoutRecapStatement(recapStatement('Welcome.', recap))).toBe('Welcome.');
    expect(withoutRecapStatement(recapStatement('', recap))).toBe('');
    expect(withoutRecapStatement('Welcome. ')).toBe('Welcome. ');
    expect(withoutRecapStatement(undefined)).toBe('');
  });
});
