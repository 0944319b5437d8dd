import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** How a response fails. */
export type DirectoryFaultMode =
  /** The connection is closed without a response. */
  | { readonly mode: 'down' }
  | { readonly mode: 'never' }
  /** A correct response after a delay. */
  | { readonly mode: 'slow'; readonly delayMs: number }
  | { readonly mode: 'status'; readonly status: number; readonly retryAfter?: string }
  /** A redirect. */
  | { readonly mode: 'redirect'; readonly to: string }
  /** Invalid JSON or an empty picture, with a valid content type. */
  | { readonly mode: 'garbage' }
  /** An HTML page instead of JSON or a picture. */
  | { readonly mode: 'wrong-type' }
  /** Any JSON. */
  | { readonly mode: 'json'; readonly body: unknown }
  /** The response starts but never ends. */
  | { readonly mode: 'stall' }
  /** Like `stall`, with one more byte per interval. */
  | { readonly mode: 'drip'; readonly everyMs: number }
  /** This many bytes of the right content type, without Content-Length. */
  | { readonly mode: 'huge'; readonly bytes: number };

/** A fault of the directory or of its image service. For tests only. */
export type DirectoryFault = DirectoryFaultMode & {
  /** The affected service. */
  readonly service: 'wallets' | 'pictures';
  /** Applies only to requests whose path and query contain this. */
  readonly of?: string;
  /** Number of affected requests. Default: all. */
  readonly times?: number;
};

const CHUNK = Buffer.alloc(64 * 1024, 0x20);

/** Sends the faulty response. Returns true when the correct response must still be sent. */
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
      response.end('{"error":"simulated"}');
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
      response.write(CHUNK.subarray(0, 16));
      return false;
    case 'drip':
      begin(200, type);
      while (!request.socket.destroyed && !response.writableEnded) {
        response.write(CHUNK.subarray(0, 1));
        await delay(fault.everyMs);
      }
      return false;
    case 'huge': {
      begin(200, type);
      const closed = new Promise((resolve) => response.once('close', resolve));
      for (let sent = 0; sent < fault.bytes && !request.socket.destroyed; sent += CHUNK.length) {
        // The client may have closed the connection.
        if (!response.write(CHUNK)) await Promise.race([new Promise((resolve) => response.once('drain', resolve)), closed]);
      }
      response.end();
      return false;
    }
  }
};
