import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { remoteControl, type SendCall } from './control.js';

/** Path of the control endpoint on every service. */
const CONTROL_PATH = '/control';

/** Creates a random token. It keeps pages away from the test controls. */
export const makeControlToken = (): string => randomBytes(16).toString('hex');

const hasToken = (header: string | undefined, token: string): boolean => {
  const actual = Buffer.from(header ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
};

const sendJson = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(value ?? null));
};

/** Returns true for a request to the control endpoint. */
export const isControlRequest = ({ method, url }: IncomingMessage): boolean =>
  method === 'POST' && new URL(url ?? '/', 'http://localhost').pathname === CONTROL_PATH;

/** Runs the control call in a request and sends its result. Rejects requests without the token. */
export const handleControl = async (request: IncomingMessage, response: ServerResponse, token: string, send: SendCall): Promise<void> => {
  // The token keeps pages out. An Origin header means that the request comes from a browser.
  if (request.headers.origin !== undefined || !hasToken(request.headers.authorization, token)) {
    sendJson(response, 403, { error: 'Only the process that started the sandbox may control it.' });
    return;
  }
  try {
    sendJson(response, 200, { result: await send(JSON.parse(await text(request))) });
  } catch (error) {
    sendJson(response, 400, { error: error instanceof Error ? error.message : String(error) });
  }
};

/** Controls of a service over HTTP. @param origin HTTP origin of the service */
export const overHttp = <Control extends object>(origin: string, token: string): Control =>
  remoteControl(async (call) => {
    const response = await fetch(`${origin}${CONTROL_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(call),
    });
    // The service responds with one of the two.
    const body = (await response.json()) as { readonly result?: unknown; readonly error?: string };
    if (body.error !== undefined) throw new Error(body.error);
    return body.result;
  });
