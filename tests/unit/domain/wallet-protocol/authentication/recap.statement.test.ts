import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  makeRecap,
  type Recap,
  recapStatement,
  withoutRecapStatement,
} from '../../../../../domain/wallet-protocol/authentication/recap.js';
import erc5573 from '../../../../vectors/erc-5573.json' with { type: 'json' };
import walletAuthentication from '../../../../vectors/wallet-authentication.json' with { type: 'json' };
import { itHolds } from '../../properties.js';
import { thrownBy } from '../../throws.js';
import { arbitraryRecap } from './arbitrary-recap.js';

const PREAMBLE = 'I further authorize the stated URI to perform the following actions on my behalf: ';

const table = (...keys: readonly string[]): Recap['att'][string] => Object.fromEntries(keys.map((key) => [key, [{}]]));

describe('what a ReCap says in words', () => {
  it('is the statement of the wallet protocol', () => {
    expect(recapStatement(undefined, walletAuthentication.recap)).toBe(walletAuthentication.statement);
    expect(recapStatement('', walletAuthentication.recap)).toBe(walletAuthentication.statement);
  });

  it('stands behind the statement that was given', () => {
    expect(recapStatement('Welcome.', walletAuthentication.recap)).toBe(`Welcome. ${walletAuthentication.statement}`);
  });

  it('is that of ERC-5573 where a resource has one ability', () => {
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

  it('has several abilities of a resource in the order of their first actions, as the official clients have', () => {
    const items = (statement: string): readonly string[] =>
      statement
        .slice(PREAMBLE.length)
        .split(/ ?\(\d\) /)
        .slice(1);
    const ours = recapStatement(undefined, erc5573.detailsObject.recap);
    expect(ours).toBe(
      `${PREAMBLE}(1) 'other': 'action' for 'https://example.com/pictures/'. (2) 'crud': 'delete', 'update' for 'https://example.com/pictures/'. (3) 'msg': 'receive', 'send' for 'mailto:username@example.com'.`,
    );
    expect([...items(ours)].sort()).toEqual([...items(erc5573.detailsObject.statement)].sort());
  });

  it('counts through all resources, parts the third ability of one by a comma, and begins with those that are numbers', () => {
    const att = { eip155: table('c/1', 'a/3', 'b/2'), 'https://x.example': table('a/b') };
    expect(recapStatement(undefined, { att })).toBe(
      `${PREAMBLE}(1) 'c': '1' for 'eip155'. (2) 'b': '2' for 'eip155'., (3) 'a': '3' for 'eip155'. (4) 'a': 'b' for 'https://x.example'.`,
    );
    expect(recapStatement(undefined, { att: { eip155: table('a/x', '7/y') } })).toBe(
      `${PREAMBLE}(1) '7': 'y' for 'eip155'. (2) 'a': 'x' for 'eip155'.`,
    );
  });

  it('orders actions as English does, not by the codes of letters', () => {
    expect(recapStatement(undefined, { att: { eip155: table('request/B', 'request/a', 'request/_c') } })).toBe(
      `${PREAMBLE}(1) 'request': '_c', 'a', 'B' for 'eip155'.`,
    );
  });

  itHolds('is not said twice', fc.string(), arbitraryRecap, (statement, recap) => {
    const said = recapStatement(statement, recap);
    expect(said.startsWith(statement === '' ? PREAMBLE : `${statement} ${PREAMBLE}`)).toBe(true);
    expect(recapStatement(said, recap)).toBe(said);
  });

  itHolds('names every action of every resource', arbitraryRecap, (recap) => {
    const said = recapStatement(undefined, recap);
    for (const [resource, abilities] of Object.entries(recap.att)) {
      expect(said).toContain(`for '${resource}'`);
      for (const key of Object.keys(abilities)) expect(said).toContain(`'${key.split('/')[1]}'`);
    }
  });

  it('is not said of a ReCap that is none', () => {
    thrownBy('wallet-protocol/invalid-parameter', () => recapStatement('', { att: {} }));
  });

  it('can be taken off again', () => {
    const recap = makeRecap('eip155', 'request', ['a']);
    expect(withoutRecapStatement(recapStatement('Welcome.', recap))).toBe('Welcome.');
    expect(withoutRecapStatement(recapStatement('', recap))).toBe('');
    expect(withoutRecapStatement('Welcome. ')).toBe('Welcome. ');
    expect(withoutRecapStatement(undefined)).toBe('');
  });
});
