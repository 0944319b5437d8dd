import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The first block of a regtest. */
const GENESIS = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';

/** What a service answers by path; 404 for every other. */
export type EsploraAnswers = Record<string, readonly [status: number, text: string]>;

/** A service of a regtest that says what a test wants, and may be told otherwise at any time. */
export interface EsploraService {
  readonly url: string;
  readonly answers: EsploraAnswers;
  /** The paths that it was asked, without its first block. */
  readonly asked: readonly string[];
  stop(): void;
}

/** Opens one on loopback. */
export const openEsploraService = async (answers: EsploraAnswers = {}): Promise<EsploraService> => {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    const isFirst = url === '/block-height/0';
    if (!isFirst) asked.push(url);
    const [status, text] = isFirst ? [200, GENESIS] : (answers[url] ?? [404, 'Not Found']);
    response.writeHead(status).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // A listening server has one.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    asked,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
