import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningPolkadot } from '@latchkey/sandbox';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL that returns the RPC URL of the shared Polkadot node. */
    readonly sharedPolkadot: string;
  }
}

/**
 * Starts one Polkadot node per run on first use, because that takes seconds. Test files use their own accounts on it. Other chains start
 * fast, so each file has its own.
 */
// Vitest global setup.
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  let node: Promise<RunningPolkadot> | null = null;
  // A failed start is retried by the next file that needs the node.
  const start = async (): Promise<RunningPolkadot> => {
    try {
      const { startPolkadot } = await import('@latchkey/sandbox');
      return await startPolkadot();
    } catch (error) {
      node = null;
      throw error;
    }
  };
  const server = createServer((_request, response) => {
    node ??= start();
    node.then(
      ({ rpcUrl }) => response.end(rpcUrl),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an address.
  project.provide('sharedPolkadot', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    // The caller has already received the start error.
    await node?.then(
      (running) => running.stop(),
      () => undefined,
    );
  };
};
