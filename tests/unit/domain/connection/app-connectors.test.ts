import { describe, expect, it } from 'vitest';
import { type AppWallet, appConnectors } from '../../../../domain/connection/app-connectors.js';
import { type Connector, RESERVED_CONNECTOR_IDS } from '../../../../domain/connection/connector.js';

const connect = (wallets: readonly unknown[], holds = true): readonly Connector[] =>
  appConnectors(
    // Apps without TypeScript may pass anything.
    wallets as readonly AppWallet[],
    { namespace: 'solana', field: 'solana.wallets', rules: () => [['provider', holds, 'give one']] },
    (_, connector) => connector,
  );

const invalidOption = (member: string, fix: unknown) =>
  expect.objectContaining({ code: 'config/invalid-option', context: { field: `solana.wallets${member}`, fix } });

describe('wallets of the app', () => {
  it('become connectors of their namespace, in order, with a sanitized name and icon', () => {
    const icon = 'data:image/png;base64,AA==';
    expect(
      connect([
        { id: 'a', name: ' A\u202e  wallet ', icon },
        { id: 'b', name: 'B', icon: 'https://cdn.example/b.png' },
      ]),
    ).toEqual([
      { id: 'a', namespace: 'solana', type: 'EXTERNAL', name: 'A wallet', rdns: null, icon, explorerId: null, suspicious: false },
      { id: 'b', namespace: 'solana', type: 'EXTERNAL', name: 'B', rdns: null, icon: null, explorerId: null, suspicious: false },
    ]);
  });

  it.each([...RESERVED_CONNECTOR_IDS, '', undefined, 7])('reject the id %s', (id) => {
    expect(() => connect([{ id, name: 'A' }])).toThrow(
      invalidOption('[0].id', `use an id that is not one of: ${RESERVED_CONNECTOR_IDS.join(', ')}`),
    );
  });

  it('reject a duplicate id', () => {
    const two = [
      { id: 'a', name: 'A' },
      { id: 'a', name: 'B' },
    ];
    expect(() => connect(two)).toThrow(invalidOption('[1].id', expect.stringMatching(/, a$/)));
  });

  it.each(['', ' \u200b ', undefined, {}])('reject %j as name, which is not visible', (name) => {
    expect(() => connect([{ id: 'a', name }])).toThrow(invalidOption('[0].name', 'set the name that the wallet list shows'));
  });

  it('are validated by the rules of their namespace', () => {
    expect(() => connect([{ id: 'a', name: 'A' }], false)).toThrow(invalidOption('[0].provider', 'give one'));
  });
});
