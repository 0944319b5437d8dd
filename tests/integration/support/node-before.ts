import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PolkadotWorld } from './polkadot-world.js';

/** Answers a broadcast in the node's place; `pass` gives it to the node. */
export type AnswerBroadcast = (response: ServerResponse, pass: () => Promise<string>, id: unknown) => Promise<void>;

/** Stands before a Polkadot node: everything passes but broadcasts, which a test answers. */
export const nodeBefore = async (
  { rpcUrl }: PolkadotWorld,
  answer: AnswerBroadcast,
): Promise<{ readonly url: string; readonly stop: () => void }> => {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const body = Buffer.concat(parts).toString();
      const headers = { 'content-type': 'application/json' };
      const pass = async (): Promise<string> =>
        (await fetch(rpcUrl, { method: 'POST', headers: { ...headers, connection: 'close' }, body })).text();
      const { id, method } = JSON.parse(body);
      if (method === 'author_submitExtrinsic') await answer(response, pass, id);
      else response.writeHead(200, headers).end(await pass());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // A listening server has one.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
