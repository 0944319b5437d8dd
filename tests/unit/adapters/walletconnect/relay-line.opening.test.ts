import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { codeOf, patient } from '../../../../testing/contracts/test-api.js';
import { FIRST, SECOND, setUp, TOPIC } from '../support/relay-line-world.js';

describe('opening a line', () => {
  it('does nothing before it is used', async () => {
    const { server, clock, statuses } = setUp();
    await clock.run(100_000);
    expect([server.sockets, clock.pending, statuses]).toEqual([[], 0, ['closed']]);
  });

  it('asks the relay for an answer before it counts as open', async () => {
    const { server, line, statuses } = setUp();
    server.answer = () => null;
    const opening = line.open(patient());
    await settle();
    expect([statuses, server.calls.map(({ method }) => method)]).toEqual([['closed', 'opening'], ['irn_batchSubscribe']]);
    const [call] = server.calls;
    expect(call?.params['topics']).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    server.last.say(`{"id":"${call?.id}","jsonrpc":"2.0","error":{"code":-32000,"message":"No such topic"}}`);
    await opening;
    expect(statuses).toEqual(['closed', 'opening', 'open']);
  });

  it('is one attempt for all who ask', async () => {
    const { server, line } = setUp();
    await Promise.all([line.open(patient()), line.open(patient()), line.request('irn_publish', {}, patient())]);
    expect(server.sockets).toHaveLength(1);
  });

  it('goes on to the next address when one refuses', async () => {
    const { server, line, urls } = setUp();
    server.doors.set(FIRST, 'refused');
    await line.open(patient());
    expect(urls()).toEqual([FIRST, SECOND]);
  });

  it('leaves half of the time to the second address when the first never answers', async () => {
    const { server, clock, line, urls, statuses } = setUp();
    server.doors.set(FIRST, 'silent');
    const opening = line.open(patient());
    await clock.run(3_999);
    expect(urls()).toEqual([FIRST]);
    await clock.run(1);
    await opening;
    expect([urls(), server.open, statuses.at(-1)]).toEqual([[FIRST, SECOND], 1, 'open']);
  });

  it('says within 8 s that no address answers, and leaves nothing behind', async () => {
    const { server, clock, line, statuses } = setUp();
    server.doors.set('wss://', 'silent');
    const opening = line.open(patient()).catch((error: unknown) => error);
    await clock.run(8_000);
    expect(await opening).toMatchObject({ code: 'relay/unreachable', context: { relays: [FIRST, SECOND] } });
    expect([statuses, server.open, clock.pending]).toEqual([['closed', 'opening', 'relay/unreachable'], 0, 0]);
    await clock.run(100_000);
    expect(server.sockets).toHaveLength(2);
  });

  it('tries every address again at each attempt, that of a person and its own, and takes the first that is back', async () => {
    const THIRD = 'wss://third.example';
    const { server, clock, line, urls, statuses } = setUp({ relayUrls: [FIRST, SECOND, THIRD] });
    server.doors.set(FIRST, 'refused');
    server.doors.set(SECOND, 'silent');
    server.doors.set(THIRD, 'refused');
    // One that refuses leaves its time to the others.
    const opening = codeOf(line.open(patient()));
    await clock.run(4_000);
    expect([await opening, urls()]).toEqual(['relay/unreachable', [FIRST, SECOND, THIRD]]);
    const wanting = codeOf(line.subscribe([TOPIC], patient()));
    await clock.run(4_000);
    expect([await wanting, urls().slice(3)]).toEqual(['relay/unreachable', [FIRST, SECOND, THIRD]]);
    server.doors.set(THIRD, 'open');
    await clock.run(10_000);
    expect(urls().slice(6)).toEqual([FIRST, SECOND, THIRD]);
    expect([statuses.at(-1), server.open]).toEqual(['open', 1]);
    line.dispose();
  });

  it('does not name what an address carries in its query', async () => {
    const { server, line } = setUp({ relayUrls: ['wss://own.example/relay?key=secret'] });
    server.doors.set('wss://', 'refused');
    expect(await line.open(patient()).catch((error: unknown) => error)).toMatchObject({ context: { relays: ['wss://own.example/relay'] } });
  });

  it('waits for a page that is offline to come online, for 8 s', async () => {
    const { server, clock, browser, line, statuses } = setUp();
    browser.setOnline(false);
    const failing = codeOf(line.open(patient()));
    await clock.run(8_000);
    expect([await failing, server.sockets.length, statuses.at(-1)]).toEqual(['relay/unreachable', 0, 'relay/unreachable']);
    const opening = line.open(patient());
    await clock.run(7_999);
    browser.setOnline(true);
    await opening;
    expect([server.sockets.length, statuses.at(-1)]).toEqual([1, 'open']);
  });

  it('fails at once where the relay closes with 3000, on whichever address, with what it says cut short', async () => {
    const { server, line, statuses, urls } = setUp();
    server.doors.set(FIRST, { closeCode: 3000, reason: `Unauthorized: invalid key${'!'.repeat(500)}` });
    const error = await line.open(patient()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'relay/unauthorized',
      context: { reason: expect.stringMatching(/^Unauthorized: invalid key!{175}$/) },
    });
    expect([statuses.at(-1), urls()]).toEqual(['relay/unauthorized', [FIRST]]);
  });

  it.each([
    [
      'a part cannot be loaded',
      { address: () => Promise.reject(new LatchkeyError('browser/load-failed', { part: 'walletconnect' })) },
      'browser/load-failed',
    ],
    [
      'there are no WebSockets',
      {
        webSocket: () => {
          throw new LatchkeyError('config/dependency-missing', { dependency: 'ws' });
        },
      },
      'config/dependency-missing',
    ],
  ])('says why when %s, and does not blame the relay', async (_, options, code) => {
    const { line, statuses, clock } = setUp(options);
    expect([await codeOf(line.open(patient())), statuses, clock.pending]).toEqual([code, ['closed', 'opening', 'closed'], 0]);
  });

  it('takes an address that is none for one that does not answer', async () => {
    const { line } = setUp({
      webSocket: () =>
        class {
          constructor() {
            throw new DOMException('The URL is invalid', 'SyntaxError');
          }
        } as never,
    });
    expect(await codeOf(line.open(patient()))).toBe('relay/unreachable');
  });
});
