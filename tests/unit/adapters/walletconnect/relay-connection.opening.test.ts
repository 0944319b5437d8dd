import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { codeOf, neverAborted } from '../../../../testing/contracts/test-api.js';
import { FIRST, SECOND, setUp, TOPIC } from '../support/relay-connection-fixture.js';

describe('opening the relay connection', () => {
  it('does nothing before it is used', async () => {
    const { server, clock, statuses } = setUp();
    await clock.run(100_000);
    expect([server.sockets, clock.pending, statuses]).toEqual([[], 0, ['closed']]);
  });

  it('is open only after a response of the relay', async () => {
    const { server, connection, statuses } = setUp();
    server.respond = () => null;
    const opening = connection.open(neverAborted());
    await flushPromises();
    expect([statuses, server.calls.map(({ method }) => method)]).toEqual([['closed', 'opening'], ['irn_batchSubscribe']]);
    const [call] = server.calls;
    expect(call?.params['topics']).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    server.last.receive(`{"id":"${call?.id}","jsonrpc":"2.0","error":{"code":-32000,"message":"No such topic"}}`);
    await opening;
    expect(statuses).toEqual(['closed', 'opening', 'open']);
  });

  it('shares one attempt between concurrent callers', async () => {
    const { server, connection } = setUp();
    await Promise.all([
      connection.open(neverAborted()),
      connection.open(neverAborted()),
      connection.request('irn_publish', {}, neverAborted()),
    ]);
    expect(server.sockets).toHaveLength(1);
  });

  it('tries the next URL if one rejects', async () => {
    const { server, connection, urls } = setUp();
    server.modes.set(FIRST, 'refused');
    await connection.open(neverAborted());
    expect(urls()).toEqual([FIRST, SECOND]);
  });

  it('leaves half of the time to the second URL if the first does not respond', async () => {
    const { server, clock, connection, urls, statuses } = setUp();
    server.modes.set(FIRST, 'silent');
    const opening = connection.open(neverAborted());
    await clock.run(3_999);
    expect(urls()).toEqual([FIRST]);
    await clock.run(1);
    await opening;
    expect([urls(), server.openCount, statuses.at(-1)]).toEqual([[FIRST, SECOND], 1, 'open']);
  });

  it('rejects within 8 s if no URL responds, and leaves no socket or timer', async () => {
    const { server, clock, connection, statuses } = setUp();
    server.modes.set('wss://', 'silent');
    const opening = connection.open(neverAborted()).catch((error: unknown) => error);
    await clock.run(8_000);
    expect(await opening).toMatchObject({ code: 'relay/unreachable', context: { relays: [FIRST, SECOND] } });
    expect([statuses, server.openCount, clock.pending]).toEqual([['closed', 'opening', 'relay/unreachable'], 0, 0]);
    await clock.run(100_000);
    expect(server.sockets).toHaveLength(2);
  });

  it('tries all URLs in every attempt, manual or automatic, and uses the first that responds', async () => {
    const THIRD = 'wss://third.example';
    const { server, clock, connection, urls, statuses } = setUp({ relayUrls: [FIRST, SECOND, THIRD] });
    server.modes.set(FIRST, 'refused');
    server.modes.set(SECOND, 'silent');
    server.modes.set(THIRD, 'refused');
    // A URL that rejects leaves its time to the others.
    const opening = codeOf(connection.open(neverAborted()));
    await clock.run(4_000);
    expect([await opening, urls()]).toEqual(['relay/unreachable', [FIRST, SECOND, THIRD]]);
    const subscribing = codeOf(connection.subscribe([TOPIC], neverAborted()));
    await clock.run(4_000);
    expect([await subscribing, urls().slice(3)]).toEqual(['relay/unreachable', [FIRST, SECOND, THIRD]]);
    server.modes.set(THIRD, 'open');
    await clock.run(10_000);
    expect(urls().slice(6)).toEqual([FIRST, SECOND, THIRD]);
    expect([statuses.at(-1), server.openCount]).toEqual(['open', 1]);
    connection.dispose();
  });

  it('omits the query of a URL from the error', async () => {
    const { server, connection } = setUp({ relayUrls: ['wss://own.example/relay?key=secret'] });
    server.modes.set('wss://', 'refused');
    expect(await connection.open(neverAborted()).catch((error: unknown) => error)).toMatchObject({
      context: { relays: ['wss://own.example/relay'] },
    });
  });

  it('waits up to 8 s for an offline page to come online', async () => {
    const { server, clock, browser, connection, statuses } = setUp();
    browser.setOnline(false);
    const failing = codeOf(connection.open(neverAborted()));
    await clock.run(8_000);
    expect([await failing, server.sockets.length, statuses.at(-1)]).toEqual(['relay/unreachable', 0, 'relay/unreachable']);
    const opening = connection.open(neverAborted());
    await clock.run(7_999);
    browser.setOnline(true);
    await opening;
    expect([server.sockets.length, statuses.at(-1)]).toEqual([1, 'open']);
  });

  it('rejects immediately if a relay closes with 3000, and truncates its reason', async () => {
    const { server, connection, statuses, urls } = setUp();
    server.modes.set(FIRST, { closeCode: 3000, reason: `Unauthorized: invalid key${'!'.repeat(500)}` });
    const error = await connection.open(neverAborted()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'relay/unauthorized',
      context: { reason: expect.stringMatching(/^Unauthorized: invalid key!{175}$/) },
    });
    expect([statuses.at(-1), urls()]).toEqual(['relay/unauthorized', [FIRST]]);
  });

  it.each([
    [
      'a chunk cannot be loaded',
      { address: () => Promise.reject(new LatchkeyError('browser/load-failed', { module: 'walletconnect' })) },
      'browser/load-failed',
    ],
    [
      'there is no WebSocket implementation',
      {
        webSocket: () => {
          throw new LatchkeyError('config/dependency-missing', { dependency: 'ws' });
        },
      },
      'config/dependency-missing',
    ],
  ])('rejects with the cause if %s, without a failed relay status', async (_, options, code) => {
    const { connection, statuses, clock } = setUp(options);
    expect([await codeOf(connection.open(neverAborted())), statuses, clock.pending]).toEqual([code, ['closed', 'opening', 'closed'], 0]);
  });

  it('treats an invalid URL as unreachable', async () => {
    const { connection } = setUp({
      webSocket: () =>
        class {
          constructor() {
            throw new DOMException('The URL is invalid', 'SyntaxError');
          }
        } as never,
    });
    expect(await codeOf(connection.open(neverAborted()))).toBe('relay/unreachable');
  });
});
