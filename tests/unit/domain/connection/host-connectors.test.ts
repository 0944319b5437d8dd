import { describe, expect, it } from 'vitest';
import { type Connector, RESERVED_CONNECTOR_IDS } from '../../../../domain/connection/connector.js';
import { type HostWallet, hostConnectors } from '../../../../domain/connection/host-connectors.js';

const connect = (wallets: readonly unknown[], holds = true): readonly Connector[] =>
  hostConnectors(
    // A page without types may pass anything.
    wallets as readonly HostWallet[],
    { namespace: 'solana', field: 'solana.wallets', rules: () => [['provider', holds, 'give one']] },
    (_, connector) => connector,
  );

const refusal = (member: string, fix: unknown) =>
  expect.objectContaining({ code: 'config/invalid-option', context: { field: `solana.wallets${member}`, fix } });

describe('wallets of a host', () => {
  it('become connectors of their namespace, in their order, with a name and an icon that can be shown', () => {
    const icon = 'data:image/png;base64,AA==';
    expect(
      connect([
        { id: 'a', name: ' A\u202e  wallet ', icon },
        { id: 'b', name: 'B', icon: 'https://elsewhere/b.png' },
      ]),
    ).toEqual([
      { id: 'a', namespace: 'solana', type: 'EXTERNAL', name: 'A wallet', rdns: null, icon, explorerId: null, suspicious: false },
      { id: 'b', namespace: 'solana', type: 'EXTERNAL', name: 'B', rdns: null, icon: null, explorerId: null, suspicious: false },
    ]);
  });

  it.each([...RESERVED_CONNECTOR_IDS, '', undefined, 7])('cannot have the id %s', (id) => {
    expect(() => connect([{ id, name: 'A' }])).toThrow(
      refusal('[0].id', `write an id that is not one of: ${RESERVED_CONNECTOR_IDS.join(', ')}`),
    );
  });

  it('cannot have the id of another one', () => {
    const two = [
      { id: 'a', name: 'A' },
      { id: 'a', name: 'B' },
    ];
    expect(() => connect(two)).toThrow(refusal('[1].id', expect.stringMatching(/, a$/)));
  });

  it.each(['', ' \u200b ', undefined, {}])('need a name that is seen, which %j is not', (name) => {
    expect(() => connect([{ id: 'a', name }])).toThrow(refusal('[0].name', 'write the name that the list of wallets shows'));
  });

  it('must be what their namespace wants', () => {
    expect(() => connect([{ id: 'a', name: 'A' }], false)).toThrow(refusal('[0].provider', 'give one'));
  });
});
