import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { answerControl, isControlRequest, makeControlToken } from '../process/control-endpoint.js';
import { startLoopbackServer } from '../process/loopback-server.js';
import { SERVICE_HEADERS } from '../process/service-headers.js';
import { attestationPage } from './attestation-page.js';
import { AttestedOrigins } from './attested-origins.js';
import {
  type VerifyCommand,
  VerifyControl,
  type VerifyDoor,
  type VerifyMessage,
  type VerifyRequest,
  type VerifyService,
} from './verify-control.js';

/** What the service is started with. */
export interface VerifyOptions {
  /** 0 or nothing takes a free one. */
  readonly port?: number;
  /** Secret for the switches over HTTP; without it, the service makes one. */
  readonly controlToken?: string;
}

/** A service that attests origins, on loopback. */
export interface Verify {
  /** E.g. `http://127.0.0.1:40006`: the `verifyUrl` of whoever is to use it. */
  readonly origin: string;
  /** Attests the origin of a message at once, for senders in this process; from now on it is found too. */
  readonly attest: (message: VerifyMessage) => string;
  /** Its switches, in this process. */
  readonly control: VerifyControl;
  /** Secret for its switches over HTTP: `verifyOverHttp(origin, controlToken)`. */
  readonly controlToken: string;
  stop(): Promise<void>;
}

const LOOKUP = /^\/attestation\/([0-9a-f]{64})$/;

const serviceOf = (pathname: string): VerifyService | null => {
  if (pathname === '/v3/public-key') return 'key';
  if (pathname === '/v3/attestation') return 'attestation';
  return LOOKUP.test(pathname) ? 'lookup' : null;
};

/** The page that asks, as its browser says. A page may claim any origin; this one it cannot change. */
const pageOf = ({ headers: { referer, origin } }: IncomingMessage): string | null =>
  referer === undefined ? (origin ?? null) : new URL(referer).origin;

/**
 * Starts a service that attests where messages come from: a key on P-256, attestations for hidden frames, which it signs for the origin that the
 * browser names, and the look-up of what it has attested. Everything is in memory.
 * @see https://docs.walletconnect.network/wallet-sdk/features/verify
 * @example
 * const verify = await startVerify();
 * await verify.control.setScams(['https://evil.example']);
 * await verify.stop();
 */
export const startVerify = async ({ port = 0, controlToken = makeControlToken() }: VerifyOptions = {}): Promise<Verify> => {
  const origins = new AttestedOrigins(Date.now);
  let door: VerifyDoor = 'open';
  let requests: readonly VerifyRequest[] = [];

  const run = (command: VerifyCommand): unknown => {
    switch (command.type) {
      case 'attest':
        return origins.attest(command.message);
      case 'set-door':
        door = command.door;
        return null;
      case 'set-origins':
        return origins.list(command.origins);
      case 'set-scams':
        return origins.warnOf(command.origins);
      case 'set-lifetime':
        return origins.setLifetime(command.seconds);
      case 'change-key':
        return origins.changeKey();
      case 'read-requests':
        return requests;
      case 'reset':
        door = 'open';
        requests = [];
        return origins.reset();
      default:
        // Commands come over a wire.
        throw new Error(`The service knows no command ${JSON.stringify(command)}.`);
    }
  };

  const answerJson = (response: ServerResponse, status: number, value: unknown): void => {
    response.writeHead(status, { ...SERVICE_HEADERS, 'content-type': 'application/json' }).end(JSON.stringify(value));
  };

  const answerFrame = (response: ServerResponse, { query, from }: VerifyRequest): void => {
    const { id = '', decryptedId = '' } = query;
    const jwt = from === null ? null : origins.attest({ envelopeId: id, messageId: decryptedId, origin: from });
    response.writeHead(200, { ...SERVICE_HEADERS, 'content-type': 'text/html; charset=utf-8' }).end(attestationPage(jwt, from ?? '*'));
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const service = request.method === 'GET' ? serviceOf(path) : null;
    if (service === null) return answerJson(response, 404, { error: 'Not found' });
    const asked: VerifyRequest = { service, path, query: Object.fromEntries(searchParams), from: pageOf(request) };
    requests = [...requests, asked];
    if (door === 'never') return;
    if (door === 'down') return void request.socket.destroy();
    if (door !== 'open') await delay(door.delayMs);
    if (service === 'attestation') return answerFrame(response, asked);
    if (service === 'key') return answerJson(response, 200, origins.key);
    const found = origins.find(LOOKUP.exec(path)?.[1] ?? '');
    answerJson(response, found === null ? 404 : 200, found ?? { error: 'Not found' });
  };

  const server = await startLoopbackServer(port, (request, response) => {
    // What the service does not know, it refuses.
    if (isControlRequest(request)) return answerControl(request, response, controlToken, (command) => run(command as VerifyCommand));
    return answer(request, response);
  });

  return {
    origin: `http://127.0.0.1:${server.port}`,
    attest: (message) => origins.attest(message),
    control: new VerifyControl(async (command) => run(command)),
    controlToken,
    stop: server.stop,
  };
};
