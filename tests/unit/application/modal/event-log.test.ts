import { describe, expect, it } from 'vitest';
import { EVENT_LOG_SIZE } from '../../../../application/modal/event-log.js';
import type { TrackedEvent } from '../../../../domain/analytics/tracked-event.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { SDK_VERSION } from '../../../../domain/options/sdk.js';
import { ADDRESS, type ClientFixture, clientFixture, connectedFixture, MAINNET, POLYGON, record } from '../support/client-fixture.js';

type Named<Name extends TrackedEvent['event']> = Extract<TrackedEvent, { readonly event: Name }>;

/** Logs an event one second after the one before. */
const add = <Name extends TrackedEvent['event']>(
  { eventLog, clock }: ClientFixture,
  event: Name,
  properties: Named<Name>['properties'],
) => {
  clock.advance(1_000);
  // Name and properties belong together by the signature.
  eventLog.addEvent({ type: 'track', event, properties, address: ADDRESS, timestamp: clock.now() } as TrackedEvent);
};
const PAIRING = `wc:${'7f'.repeat(32)}@2?relay-protocol=irn&symKey=${'58'.repeat(32)}`;

describe('the event log', () => {
  it('has events with their properties, and errors with their codes, each with the network in use', async () => {
    const fixture = await connectedFixture();
    const { eventLog, useCases, connections, clock } = fixture;
    add(fixture, 'SELECT_WALLET', { name: 'Example', platform: 'browser' });
    const first = clock.now();
    connections.dispatch({ type: 'chain-changed', namespace: 'eip155', chainId: toChainId(POLYGON) });
    eventLog.addError(new LatchkeyError('wallet/rejected', { method: 'personal_sign' }));
    expect(eventLog.entries).toEqual([
      { name: 'SELECT_WALLET', timestamp: first, chainId: MAINNET, detail: 'name: Example, platform: browser', count: 1 },
      { name: 'wallet/rejected', timestamp: first, chainId: POLYGON, detail: 'The request was rejected in the wallet', count: 1 },
    ]);
    expect(useCases.watchEventLog.current().entries).toBe(eventLog.entries);
  });

  it('counts what happens several times in a row, and an error object once', () => {
    const fixture = clientFixture();
    const { eventLog } = fixture;
    const failure = () => new LatchkeyError('balance/unavailable', { chainId: MAINNET });
    const same = failure();
    for (const error of [same, same, failure(), failure()]) eventLog.addError(error);
    add(fixture, 'CLICK_NETWORKS', undefined);
    eventLog.addError(failure());
    expect(eventLog.entries.map(({ name, count }) => [name, count])).toEqual([
      ['balance/unavailable', 3],
      ['CLICK_NETWORKS', 1],
      ['balance/unavailable', 1],
    ]);
  });

  it('keeps the last 100', () => {
    const fixture = clientFixture();
    for (let index = 0; index < 150; index += 1) add(fixture, 'SWITCH_NETWORK', { network: `eip155:${index}` });
    expect(fixture.eventLog.entries).toHaveLength(EVENT_LOG_SIZE);
    expect([fixture.eventLog.entries.at(0)?.detail, fixture.eventLog.entries.at(-1)?.detail]).toEqual([
      'network: eip155:50',
      'network: eip155:149',
    ]);
  });

  it('has no keys, URIs, email addresses, accounts, amounts, or texts that the user has typed', () => {
    const fixture = clientFixture();
    const message = `No session for ada@example.com at https://ada:pass@rpc.example/v1/key?token=1 with ${PAIRING} and 0x${'ab'.repeat(32)}\nin ${'x'.repeat(300)}`;
    add(fixture, 'CONNECT_ERROR', { message });
    add(fixture, 'CONNECT_PROXY_ERROR', { message: PAIRING, mobile_link: 'harbor://', name: 'Harbor' });
    add(fixture, 'SEARCH_WALLET', { badge: undefined, search: 'my secret' });
    add(fixture, 'SEND_INITIATED', { network: MAINNET, isSmartAccount: false, token: 'USDC', amount: '12.5' });
    add(fixture, 'ERROR_FETCH_TRANSACTIONS', { address: ADDRESS, projectId: 'p', cursor: 'c', isSmartAccount: true });
    // A message cannot be given: the texts of errors are ours, with values of their contexts.
    fixture.eventLog.addError(
      new LatchkeyError('config/invalid-option', { field: 'metadata', fix: `remove ${PAIRING} and ada@example.com` }),
    );
    expect(fixture.eventLog.entries.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^message: No session for \[email\] at https:\/\/rpc\.example with wc: and \[redacted\] in x+…$/),
      'message: wc:, name: Harbor',
      '',
      `network: ${MAINNET}, isSmartAccount: false`,
      'isSmartAccount: true',
      expect.stringContaining('remove wc: and [email]'),
    ]);
  });

  it('is a text with the version, the app, the browser, the network and the wallet, and the newest entry first', async () => {
    const fixture = await connectedFixture();
    fixture.browser.userAgent = 'Mozilla/5.0 (X11; Linux x86_64)';
    add(fixture, 'MODAL_OPEN', { connected: true });
    for (let times = 0; times < 2; times += 1) add(fixture, 'CLICK_NETWORKS', undefined);
    const { text } = fixture.useCases.watchEventLog.current();
    expect(text.split('\n')).toEqual([
      `Latchkey: ${SDK_VERSION}`,
      'App: https://app.example',
      'Browser: Mozilla/5.0 (X11; Linux x86_64)',
      'Network: eip155:1',
      'Wallet: Example',
      '',
      '2023-11-14T22:13:23.000Z eip155:1 CLICK_NETWORKS x2',
      '2023-11-14T22:13:21.000Z eip155:1 MODAL_OPEN connected: true',
    ]);
    expect(text).not.toContain(ADDRESS);
  });

  it('is emitted when it or the network changes, and not otherwise', async () => {
    const fixture = await connectedFixture();
    const run = record(fixture.useCases.watchEventLog.execute());
    add(fixture, 'CLICK_NETWORKS', undefined);
    fixture.connections.dispatch({ type: 'chain-changed', namespace: 'eip155', chainId: toChainId(POLYGON) });
    fixture.connections.dispatch({ type: 'address-labelled', namespace: 'eip155', address: ADDRESS, label: 'Mine' });
    expect(run.values.map(({ entries, text }) => [entries.length, /Network: (\S+)/.exec(text)?.[1]])).toEqual([
      [0, MAINNET],
      [1, MAINNET],
      [1, POLYGON],
    ]);
  });
});
