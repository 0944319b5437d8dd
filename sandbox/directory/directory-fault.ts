import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** What goes wrong with an answer. */
export type DirectoryFaultMode =
  /** The connection breaks, as where nobody listens. */
  | { readonly mode: 'down' }
  | { readonly mode: 'never' }
  /** The right answer, this much later. */
  | { readonly mode: 'slow'; readonly delayMs: number }
  | { readonly mode: 'status'; readonly status: number; readonly retryAfter?: string }
  /** Leads to another address. */
  | { readonly mode: 'redirect'; readonly to: string }
  /** A text that is no JSON and no picture, with the type of an answer that is. */
  | { readonly mode: 'garbage' }
  /** A page instead of a list or a picture. */
  | { readonly mode: 'wrong-type' }
  /** JSON of any shape. */
  | { readonly mode: 'json'; readonly body: unknown }
  /** The answer begins and never ends. */
  | { readonly mode: 'stall' }
  /** The same, with a byte every so often. */
  | { readonly mode: 'drip'; readonly everyMs: number }
  /** So many bytes of the right type; they are not announced. */
  | { readonly mode: 'huge'; readonly bytes: number };

/** A fault of the directory or of its image service. Only tests set one. */
export type DirectoryFault = DirectoryFaultMode & {
  /** Which of the two. */
  readonly service: 'wallets' | 'pictures';
  /** Only requests whose path and query contain this. */
  readonly of?: string;
  /** How many requests it concerns; all by default. */
  readonly times?: number;
};

const PIECE = Buffer.alloc(64 * 1024, 0x20);

/** Answers wrongly. Returns whether the right answer is still to come. */
export const doWrong = async (
  fault: DirectoryFault,
  request: IncomingMessage,
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
): Promise<boolean> => {
  const type = fault.service === 'wallets' ? 'application/json' : 'image/png';
  const begin = (status: number, contentType: string, more: Readonly<Record<string, string>> = {}): void =>
    void response.writeHead(status, { ...headers, 'content-type': contentType, ...more });
  switch (fault.mode) {
    case 'down':
      request.socket.destroy();
      return false;
    case 'never':
      return false;
    case 'slow':
      await delay(fault.delayMs);
      return !request.socket.destroyed;
    case 'status':
      begin(fault.status, 'application/json', fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter });
      response.end('{"error":"as wished"}');
      return false;
    case 'redirect':
      begin(302, 'text/plain', { location: fault.to });
      response.end();
      return false;
    case 'garbage':
      begin(200, type);
      response.end(fault.service === 'wallets' ? '{"data":[' : '');
      return false;
    case 'wrong-type':
      begin(200, 'text/html');
      response.end('<!doctype html><title>Captive portal</title>');
      return false;
    case 'json':
      begin(200, 'application/json');
      response.end(JSON.stringify(fault.body));
      return false;
    case 'stall':
      begin(200, type);
      response.write(PIECE.subarray(0, 16));
      return false;
    case 'drip':
      begin(200, type);
      while (!request.socket.destroyed && !response.writableEnded) {
        response.write(PIECE.subarray(0, 1));
        await delay(fault.everyMs);
      }
      return false;
    case 'huge': {
      begin(200, type);
      const closed = new Promise((resolve) => response.once('close', resolve));
      for (let sent = 0; sent < fault.bytes && !request.socket.destroyed; sent += PIECE.length) {
        // The reader may have had enough.
        if (!response.write(PIECE)) await Promise.race([new Promise((resolve) => response.once('drain', resolve)), closed]);
      }
      response.end();
      return false;
    }
  }
};
