import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { relayAddress } from '../../../../adapters/walletconnect/core-relay.js';
import { acknowledgementFrame, callFrame, readFrame } from '../../../../adapters/walletconnect/relay-frames.js';

const push = (id: string, data: object = { topic: 't', message: 'm', publishedAt: 5 }): string =>
  `{"id":${id},"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"s","data":${JSON.stringify(data)}}}`;

describe('readFrame', () => {
  it.each([
    ['1', '1'],
    ['1700000000000000123', '1700000000000000123'],
    ['"1700000000000000123"', '"1700000000000000123"'],
    [' -5 ', '-5'],
    ['"a \\"quoted\\" id"', '"a \\"quoted\\" id"'],
  ])('parses a push with the id %s and acknowledges it with the same id', (id, acknowledgedId) => {
    const frame = readFrame(push(id));
    if (frame?.type !== 'push') throw new Error('Expected a push.');
    expect(frame.push).toMatchObject({ topic: 't', envelope: 'm', publishedAt: 5 });
    expect(acknowledgementFrame(frame.push.id)).toBe(`{"id":${acknowledgedId},"jsonrpc":"2.0","result":true}`);
  });

  it('ignores id-like text inside a string', () => {
    const message = '"id":5,"id":6}';
    expect(readFrame(push('1', { topic: 't', message, publishedAt: 5 }))).toMatchObject({ push: { envelope: message } });
  });

  it.each([undefined, null, 'soon', Number.NaN])('returns a null publishedAt for %s', (publishedAt) => {
    expect(readFrame(push('1', { topic: 't', message: 'm', publishedAt }))).toMatchObject({ push: { publishedAt: null } });
  });

  it('parses responses with string and number ids', () => {
    expect(readFrame('{"id":"1700000000000000123","jsonrpc":"2.0","result":true}')).toEqual({
      type: 'result',
      id: '1700000000000000123',
      result: true,
    });
    expect(readFrame('{"id":1700000000000000123,"jsonrpc":"2.0","result":null}')).toEqual({
      type: 'result',
      id: '1700000000000000123',
      result: null,
    });
    expect(readFrame('{"id":7,"jsonrpc":"2.0","error":{"code":-32000,"message":"No"}}')).toEqual({ type: 'error', id: '7', message: 'No' });
    expect(readFrame('{"id":7,"jsonrpc":"2.0","error":{}}')).toEqual({ type: 'error', id: '7', message: '' });
  });

  it.each([
    '',
    'garbage',
    '[]',
    'null',
    '5',
    '{}',
    '{"id":1}',
    '{"result":true}',
    '{"id":null,"result":true}',
    '{"id":{},"result":true}',
    '{"id":1,"method":"irn_other","params":{}}',
    '{"id":1,"method":"irn_subscription"}',
    '{"id":1,"method":"irn_subscription","params":null}',
    '{"id":1,"method":"irn_subscription","params":{"data":{"topic":1,"message":"m"}}}',
    '{"id":1,"method":"irn_subscription","params":{"data":{"topic":"t","message":{}}}}',
    '{"id":1,"method":{},"result":true}',
  ])('returns null for an invalid frame: %s', (text) => {
    expect(readFrame(text)).toBe(null);
  });

  it('never throws on arbitrary input', () => {
    assert(
      property(string({ unit: 'binary' }), (text) => {
        readFrame(text);
        readFrame(`{"id":${text},"method":"irn_subscription"}`);
      }),
    );
    for (const data of [undefined, null, 5, new ArrayBuffer(4), new Blob(['{}']), {}]) expect(readFrame(data)).toBe(null);
  });
});

describe('callFrame', () => {
  it('serializes a JSON-RPC call with a string id', () => {
    expect(callFrame('17', 'irn_publish', { a: 1 })).toBe('{"id":"17","jsonrpc":"2.0","method":"irn_publish","params":{"a":1}}');
  });
});

describe('relayAddress', () => {
  it('adds the client’s parameters in the expected order', () => {
    expect(relayAddress('wss://relay.example', { auth: 'a.b.c', projectId: 'p', host: 'app.example' })).toBe(
      'wss://relay.example?auth=a.b.c&ua=wc-2%2Fjs-2.21.8%2Funknown%2Fbrowser%3Aapp.example&projectId=p&useOnCloseEvent=true',
    );
  });

  it('appends to an existing query and omits a missing project id and hostname', () => {
    expect(relayAddress('wss://relay.example/?key=1', { auth: 'a', projectId: undefined, host: null })).toBe(
      'wss://relay.example/?key=1&auth=a&ua=wc-2%2Fjs-2.21.8%2Funknown%2Fnode&useOnCloseEvent=true',
    );
  });
});
