import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { readRpcMessage } from '../../../../domain/wallet-protocol/json-rpc.js';
import { unhandledRejections } from '../../application/support/unhandled-rejections.js';
import { startRelayPage } from '../support/relay-pages.js';

const text = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 60 }));

/** Texts and bytes that are not a valid envelope; some begin like one. */
const envelope = fc.oneof(
  text,
  fc
    .tuple(fc.constantFrom(0, 1, 2, 3, 255), fc.uint8Array({ maxLength: 90 }))
    .map(([type, bytes]) => Buffer.from([type, ...bytes]).toString('base64')),
);

/** Invalid frames of a relay. */
const frame = fc.oneof(
  text,
  fc.json({ maxDepth: 3 }),
  fc.jsonValue({ maxDepth: 3 }).map((params) => JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_subscription', params })),
  fc
    .jsonValue({ maxDepth: 2 })
    .map((data) => JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_subscription', params: { id: 'x', data } })),
  fc.jsonValue({ maxDepth: 2 }).map((error) => JSON.stringify({ id: 1, jsonrpc: '2.0', error })),
);

const input = fc.oneof(
  frame.map((received) => ({ received })),
  envelope.map((pushed) => ({ pushed })),
  fc.jsonValue({ maxDepth: 3 }).map((sealed) => ({ sealed })),
);

describe('a relay and a peer that send garbage', () => {
  const unhandled = unhandledRejections();
  afterEach(() => unhandled.expectNone());

  it('emits only the valid messages, in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(input, { minLength: 1, maxLength: 8 }), async (inputs) => {
        const { server, relay, peer, pair, seal, received, until } = startRelayPage();
        const topic = await pair();
        const messages: unknown[] = [];
        for (const each of inputs) {
          if ('received' in each) server.last.receive(each.received);
          else if ('pushed' in each) server.last.push(topic, each.pushed);
          else {
            // A broken peer may seal invalid messages.
            server.last.push(topic, (await peer.seal(topic, each.sealed as never)) ?? '');
            const message = readRpcMessage(each.sealed);
            if (message !== null) messages.push(message);
          }
        }
        server.last.push(topic, await seal(topic, 77));
        await until(() => received.some(({ message }) => message.id === 77));
        expect(received.map(({ message }) => message)).toEqual([
          ...messages,
          { id: 77, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} },
        ]);
        relay.dispose();
      }),
      { numRuns: process.env['LATCHKEY_FUZZ_RUNS'] === undefined ? 40 : 1_000 },
    );
  });
});
