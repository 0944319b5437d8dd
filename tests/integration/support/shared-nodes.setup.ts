import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningPolkadot } from '@latchkey/sandbox';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the RPC URL of the Polkadot node that all files share. */
    readonly sharedPolkadot: string;
  }
}

/**
 * One Polkadot node for all files of a run, started when the first of them needs it: it takes seconds to start. Files keep out of each
 * other's way by accounts of their own. The other chains start in a fraction of a second, and each file has its own.
 */
// Vitest calls the function of this name.
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  let node: Promise<RunningPolkadot> | null = null;
  // A start that failed is forgotten: the next file that needs the node tries again.
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
  // A listening TCP server has an AddressInfo.
  project.provide('sharedPolkadot', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    // Why it did not start was told to who asked for it.
    await node?.then(
      (running) => running.stop(),
      () => undefined,
    );
  };
};
