import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** An HTTP server on loopback that stops at the end of the test. */
export abstract class LoopbackServer {
  readonly headers: IncomingHttpHeaders[] = [];
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    this.headers.push(request.headers);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => this.respond(Buffer.concat(chunks).toString(), response, request));
  });

  /** Responds to a request with this body, or leaves it pending. */
  protected abstract respond(body: string, response: ServerResponse, request: IncomingMessage): unknown;

  protected async listen(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    onTestFinished(() => this.stop());
    return this;
  }

  get url(): string {
    // A listening TCP server has an AddressInfo.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Number of open sockets. */
  async connections(): Promise<number> {
    return new Promise((resolve, reject) => this.#server.getConnections((error, count) => (error ? reject(error) : resolve(count))));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
