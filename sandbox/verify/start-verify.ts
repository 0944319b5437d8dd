import { generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { callControl } from '../process/control.js';
import { answerControl, isControlRequest, makeControlToken } from '../process/control-endpoint.js';
import { SERVICE_HEADERS, startLoopbackServer } from '../process/loopback-server.js';
import type { VerifyControl, VerifyDoor, VerifyMessage, VerifyRequest, VerifyService } from './verify-control.js';

/** What the service says of a message. */
interface AttestationClaims {
  /** SHA-256 of the envelope, hex. */
  readonly id: string;
  readonly origin: string;
  /** Seconds since 1970. */
  readonly exp: number;
  readonly isScam: boolean;
  readonly isVerified: boolean;
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs attestations with a key on P-256 of its own. @see https://www.rfc-editor.org/rfc/rfc7518#section-3.4 */
class AttestationSigner {
  readonly #privateKey: KeyObject;
  readonly publicKey: JsonWebKey;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.publicKey = publicKey.export({ format: 'jwk' });
  }

  /** A JWT with the claims. */
  sign(claims: AttestationClaims): string {
    const signed = `${part({ alg: 'ES256', typ: 'JWT' })}.${part(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), { key: this.#privateKey, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  }
}

/** How long attestations and keys are good unless a test says otherwise, in seconds. */
const LIFETIME_SECONDS = 3_600;

/** What the service has attested and remembers, without HTTP. */
class AttestedOrigins {
  readonly #now: () => number;
  /** Origins by what a message is known by: the hash of its envelope, or its own. */
  readonly #messages = new Map<string, string>();
  #signer = new AttestationSigner();
  #scams: ReadonlySet<string> = new Set();
  #listed: ReadonlySet<string> | null = null;
  #lifetime = LIFETIME_SECONDS;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The key, as it is published. */
  get key(): unknown {
    return { publicKey: this.#signer.publicKey, expiresAt: this.#expiry() };
  }

  attest({ envelopeId: id, messageId, origin }: VerifyMessage): string {
    this.#messages.set(id, origin).set(messageId, origin);
    return this.#signer.sign({ id, origin, exp: this.#expiry(), isScam: this.#scams.has(origin), isVerified: this.#isListed(origin) });
  }

  /** Where a message came from; `null` where nothing is known of it, or its origin is not listed. */
  find(id: string): { readonly origin: string; readonly isScam: boolean } | null {
    const origin = this.#messages.get(id);
    return origin === undefined || !this.#isListed(origin) ? null : { origin, isScam: this.#scams.has(origin) };
  }

  list(origins: readonly string[] | null): void {
    this.#listed = origins === null ? null : new Set(origins);
  }

  warnOf(origins: readonly string[]): void {
    this.#scams = new Set(origins);
  }

  setLifetime(seconds: number): void {
    this.#lifetime = seconds;
  }

  changeKey(): void {
    this.#signer = new AttestationSigner();
  }

  /** Everything as in the beginning; the key stays. */
  reset(): void {
    this.#messages.clear();
    this.#scams = new Set();
    this.#listed = null;
    this.#lifetime = LIFETIME_SECONDS;
  }

  #isListed(origin: string): boolean {
    return this.#listed?.has(origin) ?? true;
  }

  #expiry(): number {
    return Math.floor(this.#now() / 1_000) + this.#lifetime;
  }
}

/** Text of a script in a page: nothing in it ends the script. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * The page of the hidden frame: hands the attestation to the page around it, and to no other.
 * @param attestation a JWT, or `null` where the service gives none
 * @param around origin of the page around the frame
 */
const attestationPage = (attestation: string | null, around: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Attestation</title></head>
<body><script>
parent.postMessage(${inScript(JSON.stringify({ type: 'verify_attestation', attestation }))}, ${inScript(around)});
</script></body>
</html>
`;

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

  const control: VerifyControl = {
    attest: async (message) => origins.attest(message),
    setDoor: async (wanted) => {
      door = wanted;
    },
    setOrigins: async (listed) => origins.list(listed),
    setScams: async (scams) => origins.warnOf(scams),
    setLifetime: async (seconds) => origins.setLifetime(seconds),
    changeKey: async () => origins.changeKey(),
    requests: async () => requests,
    reset: async () => {
      door = 'open';
      requests = [];
      origins.reset();
    },
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
    if (isControlRequest(request)) return answerControl(request, response, controlToken, (call) => callControl(control, call));
    return answer(request, response);
  });

  return {
    origin: `http://127.0.0.1:${server.port}`,
    attest: (message) => origins.attest(message),
    control,
    controlToken,
    stop: server.stop,
  };
};
