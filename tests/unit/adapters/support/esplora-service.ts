import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from './loopback-server.js';

const FIRST_BLOCK = '/block-height/0';
/** The first block of a regtest. */
const GENESIS = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';

/** What a service answers by path: a status and a text, what a function makes of the body, or nothing; 404 for every other path. */
export type EsploraAnswers = Record<string, readonly [status: number, text: string] | ((body: string) => string) | 'hang up' | 'never'>;

/** A service of a regtest that says what a test wants, and may be told otherwise at any time. */
export class EsploraService extends LoopbackServer {
  readonly answers: EsploraAnswers;
  /** The paths that it was asked, without its first block. */
  readonly asked: string[] = [];
  firstBlockReads = 0;

  protected constructor(answers: EsploraAnswers) {
    super();
    this.answers = { [FIRST_BLOCK]: [200, GENESIS], ...answers };
  }

  static start(answers: EsploraAnswers = {}): Promise<EsploraService> {
    return new EsploraService(answers).listen();
  }

  protected override answer(body: string, response: ServerResponse, { url = '', socket }: IncomingMessage): unknown {
    if (url === FIRST_BLOCK) this.firstBlockReads += 1;
    else this.asked.push(url);
    const answer = this.answers[url] ?? [404, 'Not Found'];
    if (answer === 'never') return;
    if (answer === 'hang up') return socket.destroy();
    return typeof answer === 'function' ? response.end(answer(body)) : response.writeHead(answer[0]).end(answer[1]);
  }
}
