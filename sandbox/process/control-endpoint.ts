import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Path of the switches on every service that has some. */
const CONTROL_PATH = '/control';

/** A secret that only the process that started the sandbox knows; it stands between pages and the switches of tests. */
export const makeControlToken = (): string => randomBytes(16).toString('hex');

const carriesToken = (header: string | undefined, token: string): boolean => {
  const given = Buffer.from(header ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const answerJson = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(value ?? null));
};

/** Whether a request is for the switches. */
export const isControlRequest = ({ method, url }: IncomingMessage): boolean =>
  method === 'POST' && new URL(url ?? '/', 'http://localhost').pathname === CONTROL_PATH;

/** Runs the command of a request and answers with its result; refuses what does not carry the secret. */
export const answerControl = async (
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
  run: (command: unknown) => unknown,
): Promise<void> => {
  // The token keeps pages out; a browser that has it anyway is still a page.
  if (request.headers.origin !== undefined || !carriesToken(request.headers.authorization, token)) {
    answerJson(response, 403, { error: 'Only the process that started the sandbox controls it.' });
    return;
  }
  try {
    answerJson(response, 200, { result: await run(JSON.parse(await readBody(request))) });
  } catch (error) {
    answerJson(response, 400, { error: error instanceof Error ? error.message : String(error) });
  }
};

/** Sends commands to the switches of a service. @param origin HTTP origin of the service */
export const commandOverHttp =
  (origin: string, token: string) =>
  async (command: unknown): Promise<unknown> => {
    const response = await fetch(`${origin}${CONTROL_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(command),
    });
    // The service answers with one of the two.
    const answer = (await response.json()) as { readonly result?: unknown; readonly error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.result;
  };
