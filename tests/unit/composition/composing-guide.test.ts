import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { kindOfToken, type Token } from '../../../application/shared/token.js';
import { USE_CASES } from '../../../application/use-cases.js';
import { createHostContainer } from '../../../composition/create-container.js';
import { createLatchkey } from '../../../composition/create-latchkey.js';
import * as index from '../../../composition/entry/index.js';
import * as testing from '../../../composition/entry/testing.js';
import * as walletconnectEntry from '../../../composition/entry/walletconnect.js';
import { eip155 } from '../../../composition/modules/eip155.module.js';
import { walletconnect } from '../../../composition/modules/walletconnect.module.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';

const guide = readFileSync('docs/guides/composing.md', 'utf8');
/** Rows of the table whose first column has this title. */
const tableOf = (title: string): readonly (readonly string[])[] => {
  const rows =
    guide
      .slice(guide.indexOf(`| ${title} |`))
      .split('\n\n')[0]
      ?.split('\n') ?? [];
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};
const namesIn = (cell = ''): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

const exported: Readonly<Record<string, unknown>> = { ...index, ...walletconnectEntry };
const tokens = Object.keys(exported).filter((name) => kindOfToken(exported[name]) !== undefined);
const rows = tableOf('token').map(([token, , , feature, contract]) => ({
  token: namesIn(token)[0] ?? '',
  isMany: token?.endsWith('(many)') ?? false,
  feature: namesIn(feature)[0],
  contracts: namesIn(contract),
}));

describe('the table of tokens in docs/guides/composing.md', () => {
  const container = createHostContainer();
  const latchkey = createLatchkey({ networks: [mainnet], projectId: 'p', container, modules: [eip155(), walletconnect()] });
  afterAll(() => latchkey.dispose());

  it('lists each exported token once, and marks multi-binding tokens', () => {
    expect(rows.map(({ token }) => token).sort()).toEqual([...tokens].sort());
    for (const { token, isMany } of rows)
      expect({ token, kind: kindOfToken(exported[token]) }).toEqual({ token, kind: isMany ? 'many' : 'single' });
  });

  it.each(rows)('names the feature that loads $token', ({ token, feature }) => {
    // The test above has checked that the names in the table are tokens.
    const resolve = (): unknown => container.getAll(exported[token] as Token<unknown>);
    if (feature === undefined) expect(resolve).not.toThrow();
    else expect(resolve).toThrow(`await latchkey.load('${feature}')`);
  });

  it('lists each contract suite', () => {
    expect(rows.flatMap(({ contracts }) => contracts).sort()).toEqual(
      Object.keys(testing)
        // The stores of latchkey/server are not bound in a container.
        .filter((name) => name.endsWith('Contract') && name !== 'signInStoreContract')
        .sort(),
    );
  });

  it('lists each use case once', () => {
    expect(
      tableOf('feature')
        .flatMap(([, useCases]) => namesIn(useCases))
        .sort(),
    ).toEqual(Object.keys(USE_CASES).sort());
  });
});
