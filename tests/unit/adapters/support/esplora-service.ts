import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from './loopback-server.js';

const GENESIS_PATH = '/block-height/0';
/** Genesis block of regtest. */
const GENESIS = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';

/** Responses by path: a status and text, a function of the request body, or a connection fault; 404 for other paths. */
export type EsploraResponses = Record<string, readonly [status: number, text: string] | ((body: string) => string) | 'hang up' | 'never'>;

/** A regtest service with scripted responses, which can change at any time. */
export class EsploraService extends LoopbackServer {
  readonly responses: EsploraResponses;
  /** Requested paths, without the genesis block. */
  readonly requestedPaths: string[] = [];
  genesisReads = 0;

  protected constructor(responses: EsploraResponses) {
    super();
    this.responses = { [GENESIS_PATH]: [200, GENESIS], ...responses };
  }

  static start(responses: EsploraResponses = {}): Promise<EsploraService> {
    return new EsploraService(responses).listen();
  }

  protected override respond(body: string, response: ServerResponse, { url = '', socket }: IncomingMessage): unknown {
    if (url === GENESIS_PATH) this.genesisReads += 1;
    else this.requestedPaths.push(url);
    const scripted = this.responses[url] ?? [404, 'Not Found'];
    if (scripted === 'never') return;
    if (scripted === 'hang up') return socket.destroy();
    return typeof scripted === 'function' ? response.end(scripted(body)) : response.writeHead(scripted[0]).end(scripted[1]);
  }
}
