import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { remoteControl, type SendCall } from './control.js';

/** Path of the switches on every service that has some. */
const CONTROL_PATH = '/control';

/** A secret that only the process that started the sandbox knows; it stands between pages and the switches of tests. */
export const makeControlToken = (): string => randomBytes(16).toString('hex');

const carriesToken = (header: string | undefined, token: string): boolean => {
  const given = Buffer.from(header ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};

const answerJson = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(value ?? null));
};

/** Whether a request is for the switches. */
export const isControlRequest = ({ method, url }: IncomingMessage): boolean =>
  method === 'POST' && new URL(url ?? '/', 'http://localhost').pathname === CONTROL_PATH;

/** Sends on the call of a request and answers with what came of it; refuses what does not carry the secret. */
export const answerControl = async (request: IncomingMessage, response: ServerResponse, token: string, send: SendCall): Promise<void> => {
  // The token keeps pages out; a browser that has it anyway is still a page.
  if (request.headers.origin !== undefined || !carriesToken(request.headers.authorization, token)) {
    answerJson(response, 403, { error: 'Only the process that started the sandbox controls it.' });
    return;
  }
  try {
    answerJson(response, 200, { result: await send(JSON.parse(await text(request))) });
  } catch (error) {
    answerJson(response, 400, { error: error instanceof Error ? error.message : String(error) });
  }
};

/** The switches of a service, over HTTP. @param origin HTTP origin of the service */
export const overHttp = <Control extends object>(origin: string, token: string): Control =>
  remoteControl(async (call) => {
    const response = await fetch(`${origin}${CONTROL_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(call),
    });
    // The service answers with one of the two.
    const answer = (await response.json()) as { readonly result?: unknown; readonly error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.result;
  });
