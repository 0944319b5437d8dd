import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpClient, HttpResponseError, HttpStatusError, HttpUnreachableError } from '../../../../adapters/shared/http-client.js';
import { FakeClock, flushPromises } from '../../../../application/ports/clock.fake.js';

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

let server: Server;
let clock: FakeClock;
let client: HttpClient;
let seen: Seen[];
/** Answers of the service, in order; the last one stays. `null`: none. */
let answers: (Answer | null)[];
const { signal } = new AbortController();

const readAll = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

beforeEach(async () => {
  seen = [];
  answers = [{ body: '{"a":1}' }];
  server = createServer(async (request, response) => {
    seen.push({ method: request.method, url: request.url, type: request.headers['content-type'], body: await readAll(request) });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer == null) return;
    response.writeHead(answer.status ?? 200, answer.headers ?? {}).end(answer.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  clock = new FakeClock();
  client = new HttpClient({ baseUrl: () => `http://127.0.0.1:${port}/base`, clock, clientId: () => 'id' });
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** Runs timers until the call has settled. */
const settled = async <Result>(call: Promise<Result>): Promise<Result> => {
  let isSettled = false;
  const done = (): void => {
    isSettled = true;
  };
  call.then(done, done);
  while (!isSettled) {
    await flushPromises();
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(50);
  }
  return call;
};

describe('requests', () => {
  it('are GET, POST, PUT and DELETE with JSON, the client id, and a query without empty values', async () => {
    const query = { a: '1', empty: '', none: undefined };
    expect(await client.get({ path: '/x', query, signal })).toEqual({ a: 1 });
    for (const method of ['post', 'put', 'delete'] as const) await client[method]({ path: '/y', body: { b: true }, signal });
    await client.post({ path: '/z', body: {}, hasJsonType: true, signal });
    expect(seen.map(({ method, url, type, body }) => [method, url, type, body])).toEqual([
      ['GET', '/base/x?a=1&clientId=id', undefined, ''],
      ['POST', '/base/y?clientId=id', 'text/plain;charset=UTF-8', '{"b":true}'],
      ['PUT', '/base/y?clientId=id', 'text/plain;charset=UTF-8', '{"b":true}'],
      ['DELETE', '/base/y?clientId=id', 'text/plain;charset=UTF-8', '{"b":true}'],
      ['POST', '/base/z?clientId=id', 'application/json', '{}'],
    ]);
  });

  it('read a file with its type', async () => {
    answers = [{ headers: { 'content-type': 'image/png' }, body: 'png' }];
    const blob = await client.getBlob({ path: '/x', signal });
    expect([blob.type, await blob.text()]).toEqual(['image/png', 'png']);
  });

  it('end in an error with the status, which is not asked for again', async () => {
    answers = [{ status: 404, body: '{}' }];
    const error: unknown = await client.get({ path: '/x', signal }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HttpStatusError);
    expect(error).toMatchObject({ message: 'HTTP status code: 404', status: 404, cause: expect.any(Response) });
    expect(seen).toHaveLength(1);
  });

  it('are sent once more after a transient failure, if they only read', async () => {
    answers = [{ status: 503 }, { body: '[]' }];
    expect(await settled(client.get({ path: '/x', signal }))).toEqual([]);
    answers = [{ status: 503 }];
    await expect(settled(client.get({ path: '/x', signal }))).rejects.toMatchObject({ name: 'HttpUnreachableError', status: 503 });
    expect(seen).toHaveLength(4);
    await expect(settled(client.post({ path: '/x', body: {}, signal }))).rejects.toBeInstanceOf(HttpUnreachableError);
    expect(seen).toHaveLength(5);
  });

  it('are refused for what is not JSON, too long, or a redirect', async () => {
    for (const answer of [{ body: '<html>' }, { body: '{"a":' }, { body: '' }]) {
      answers = [answer];
      await expect(client.get({ path: '/x', signal })).rejects.toBeInstanceOf(HttpResponseError);
    }
    answers = [{ body: JSON.stringify('x'.repeat(100)) }];
    await expect(client.get({ path: '/x', maxBytes: 50, signal })).rejects.toThrow('more than 50 bytes');
    answers = [{ status: 302, headers: { location: 'https://evil.example' } }];
    await expect(client.get({ path: '/x', signal })).rejects.toBeInstanceOf(Error);
    expect(seen).toHaveLength(5);
  });

  it('end after ten seconds without a response, and at once when they are cancelled', async () => {
    answers = [null];
    const call = client.get({ path: '/x', signal });
    const result = expect(settled(call)).rejects.toMatchObject({ name: 'HttpUnreachableError', status: null });
    await result;
    const controller = new AbortController();
    const cancelled = client.get({ path: '/x', signal: controller.signal });
    controller.abort(new Error('closed'));
    await expect(cancelled).rejects.toThrow('closed');
    expect(clock.pending).toBe(0);
  });
});
