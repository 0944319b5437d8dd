import { createHash } from 'node:crypto';
import {
  APPROVER,
  CONFIG_PATH,
  DIGEST,
  type DocumentBundle,
  digestOfManifest,
  FRAME_DOCUMENT,
  folderOf,
  integrityOf,
  isWorkerScript,
  type ListedFile,
  MANIFEST,
  parseManifest,
  SIGNATURE,
  signerOf,
  workerOf,
} from './document-bundle.js';
import { importMapOf } from './document-html.js';

/** How a site differs from the checkout. */
export interface Difference {
  /** Name of the file in the bundle, or path of the site. */
  readonly file: string;
  readonly text: string;
}

/** What a site has sent. */
export interface SiteReport {
  readonly origin: string;
  readonly digest: string;
  /** Digest of the checkout. */
  readonly localDigest: string;
  /** Ed25519 key that has signed the manifest, base64url; `null` if none has. */
  readonly signer: string | null;
  readonly files: number;
  readonly bytes: number;
  /** In code and headers. None: the site has sent what the checkout builds. */
  readonly differences: readonly Difference[];
  /** The deployment's configuration, which is no code: for the reader to judge. */
  readonly configuration: unknown;
  /** Origins that may embed the frame, as the frame's policy names them. */
  readonly embedders: string;
}

/** Options of {@link verifySite}. */
export interface VerifyOptions {
  /** A page of the site. With `/f/<digest>/` in it, that bundle, else the current one. */
  readonly url: string;
  /** Bundle of the checkout. */
  readonly local: DocumentBundle;
  /** Key that must have signed the manifest: Ed25519, base64url. Default: any. */
  readonly key?: string;
  /** Project whose apps embed the frame. Default: none. */
  readonly project?: string;
  /** Time limit of each request, in milliseconds. Default: 20,000. */
  readonly timeoutMs?: number;
}

/** The site could not be verified: it sent no bundle at all, or was out of reach. */
export class NotVerifiable extends Error {
  override readonly name = 'NotVerifiable';
}

const MAX_MANIFEST_BYTES = 200_000;
const MAX_FILE_BYTES = 5_000_000;
const MAX_TOTAL_BYTES = 30_000_000;
const REQUESTS_AT_ONCE = 8;
const DEFAULT_TIMEOUT_MS = 20_000;

/** Headers that load, run or navigate to something else than the document. */
const FORBIDDEN_HEADERS = ['link', 'refresh', 'speculation-rules', 'service-worker-allowed', 'sourcemap', 'x-sourcemap'];

interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

const isLoopback = (hostname: string): boolean => /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);

const parseUrl = (text: string): URL => {
  if (!URL.canParse(text)) throw new NotVerifiable(`${text} is not a URL`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    throw new NotVerifiable(`${text} is not https: anyone on the way could change what is verified`);
  return url;
};

const readBody = async (response: Response, maxBytes: number, url: URL): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) return Buffer.concat(chunks);
    length += value.length;
    if (length > maxBytes) {
      await reader?.cancel();
      throw new NotVerifiable(`${url.href} has more than ${maxBytes} bytes`);
    }
    chunks.push(value);
  }
};

/** Loads a page without following redirects. @throws NotVerifiable */
const load = async (url: URL, maxBytes: number, timeoutMs: number): Promise<Received> => {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.status, headers: response.headers, body: await readBody(response, maxBytes, url) };
  } catch (error) {
    if (error instanceof NotVerifiable) throw error;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new NotVerifiable(`${url.href} could not be loaded: ${cause instanceof Error ? cause.message : 'unknown reason'}`);
  }
};

/** The bundle that a URL names, or else the one that the site's own link leads to. */
const findDigest = async (url: URL, timeoutMs: number): Promise<string> => {
  const [, named] = /^\/f\/([^/]*)(?:\/|$)/.exec(url.pathname) ?? [];
  if (named !== undefined) {
    if (!DIGEST.test(named)) throw new NotVerifiable(`${named} is not a digest: it has 64 hex digits in lower case`);
    return named;
  }
  const start = new URL(`/${FRAME_DOCUMENT}`, url);
  const { status, headers } = await load(start, MAX_FILE_BYTES, timeoutMs);
  const location = headers.get('location') ?? '';
  const target = URL.canParse(location, start) ? new URL(location, start) : null;
  const [, digest] = /^\/f\/([\da-f]{64})\/sdk$/.exec(target?.pathname ?? '') ?? [];
  if (status < 300 || status > 399 || digest === undefined || target?.origin !== start.origin)
    throw new NotVerifiable(`${start.href} does not lead to a bundle (status ${status}): pass a URL with /f/<digest>/`);
  return digest;
};

const describe = (served: Buffer, expected: Buffer): string => {
  const shared = Math.min(served.length, expected.length);
  let differing = 0;
  let first = shared;
  for (let index = shared - 1; index >= 0; index -= 1) {
    if (served[index] === expected[index]) continue;
    differing += 1;
    first = index;
  }
  if (served.length !== expected.length) return `${served.length} bytes instead of ${expected.length}, different from byte ${first} on`;
  return `${differing} of ${served.length} bytes ${differing === 1 ? 'differs, byte' : 'differ, the first is byte'} ${first}`;
};

/** How a file that was sent differs from what the manifest and the checkout say. */
const compareFile = (listed: ListedFile, local: DocumentBundle, { status, headers, body }: Received): readonly string[] => {
  if (status !== 200) return [`is missing: status ${status}`];
  const own = local.files.get(listed.path);
  const differences: string[] = [];
  const isListed = body.length === listed.size && integrityOf(body) === listed.integrity;
  if (!isListed) differences.push('is not the file that the manifest lists');
  if (own === undefined) differences.push('is not in this checkout');
  else if (!own.body.equals(body)) differences.push(`differs from this checkout: ${describe(body, own.body)}`);
  if (own !== undefined && own.type !== listed.type) differences.push(`has the type ${listed.type} instead of ${own.type}`);
  const type = headers.get('content-type') ?? 'none';
  if (type !== listed.type) differences.push(`is sent as ${type} instead of ${listed.type}`);
  return differences;
};

const directivesOf = (headers: Headers): ReadonlyMap<string, string> => {
  const directives = (headers.get('content-security-policy') ?? '').split(';').map((each) => each.trim().split(/\s+/));
  return new Map(directives.flatMap(([name, ...values]) => (name ? [[name.toLowerCase(), values.join(' ')] as const] : [])));
};

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Origins that the configuration lets documents connect to. */
const configuredOrigins = (configuration: unknown): readonly string[] => {
  const networks = member(configuration, 'networks');
  const urls = [
    member(configuration, 'apiOrigin'),
    ...(Array.isArray(networks) ? networks : []).flatMap((each) => {
      const smart = member(each, 'smartAccounts');
      return [member(each, 'rpcUrl'), member(smart, 'bundlerUrl'), member(smart, 'paymasterUrl')];
    }),
  ];
  return urls.flatMap((url) => (typeof url === 'string' && URL.canParse(url) ? [new URL(url).origin] : []));
};

/** Directives of each document, but for what a site configures. */
const POLICY = new Map([
  ['default-src', "'none'"],
  ['style-src', "'self'"],
  ['img-src', 'data:'],
  ['frame-src', "'self'"],
  ['base-uri', "'none'"],
  ['form-action', "'none'"],
  ['require-trusted-types-for', "'script'"],
  ['trusted-types', 'secure-site'],
]);
/** Those of the approver. */
const APPROVER_POLICY = new Map([
  ['sandbox', 'allow-scripts'],
  ['default-src', "'none'"],
  ['base-uri', "'none'"],
  ['form-action', "'none'"],
  ['require-trusted-types-for', "'script'"],
  ['trusted-types', "'none'"],
]);
const CONFIGURED = ['worker-src', 'connect-src', 'frame-ancestors', 'script-src', 'report-uri', 'report-to'];

interface ComparedSite {
  readonly configuration: unknown;
  /** The folder of the bundle. */
  readonly folder: URL;
}

const comparePolicy = (
  path: string,
  headers: Headers,
  own: Buffer | undefined,
  { configuration, folder }: ComparedSite,
): readonly string[] => {
  const directives = directivesOf(headers);
  const differences: string[] = [];
  const expect = (name: string, expected: string): void => {
    const actual = directives.get(name);
    if (actual !== expected) differences.push(`has the policy ${name} ${actual ?? '(none)'} instead of ${expected}`);
  };
  const policy = path === APPROVER ? APPROVER_POLICY : POLICY;
  for (const [name, expected] of policy) expect(name, expected);
  const importMap = own === undefined ? null : importMapOf(own.toString('utf8'));
  if (importMap !== null) expect('script-src', `'self' 'sha256-${createHash('sha256').update(importMap).digest('base64')}'`);
  for (const name of directives.keys())
    if (!policy.has(name) && !CONFIGURED.includes(name)) differences.push(`has the policy ${name}, which no document of this checkout has`);
  if (path === APPROVER) {
    for (const [name, text] of [
      ['connect-src', 'may connect to other origins'],
      ['worker-src', 'may start a worker'],
    ] as const)
      if (directives.has(name)) differences.push(text);
    return differences;
  }
  expect('worker-src', new URL(workerOf(path), folder).href);
  const allowed = ["'self'", ...configuredOrigins(configuration)];
  for (const source of (directives.get('connect-src') ?? '*').split(' '))
    if (!allowed.includes(source)) differences.push(`may connect to ${source}, which the configuration does not name`);
  const ancestors = directives.get('frame-ancestors');
  if (path !== FRAME_DOCUMENT && ancestors !== "'none'") differences.push('may be framed');
  if (path === FRAME_DOCUMENT && (ancestors === undefined || /(?:^|\s)(?:\*|[a-z]+:)(?:\s|$)/.test(ancestors)))
    differences.push('may be framed by any page');
  return differences;
};

const compareHeaders = (listed: ListedFile, local: DocumentBundle, { headers }: Received, site: ComparedSite): readonly string[] => {
  const differences = FORBIDDEN_HEADERS.filter((name) => headers.has(name)).map((name) => `has the header ${name}: ${headers.get(name)}`);
  if (headers.get('x-content-type-options') !== 'nosniff') differences.push('is sent without x-content-type-options: nosniff');
  if (isWorkerScript(listed.path)) {
    const directives = [...directivesOf(headers)].filter(([name]) => name !== 'report-uri');
    if (directives.length !== 1 || directives[0]?.join(' ') !== "default-src 'none'")
      differences.push("may load or connect: its policy is not default-src 'none'");
  }
  if (!listed.type.startsWith('text/html')) return differences;
  return [...differences, ...comparePolicy(listed.path, headers, local.files.get(listed.path)?.body, site)];
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Runs for each, a few at once. */
const mapSome = async <Item, Result>(items: readonly Item[], run: (item: Item) => Promise<Result>): Promise<readonly Result[]> => {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += REQUESTS_AT_ONCE)
    results.push(...(await Promise.all(items.slice(start, start + REQUESTS_AT_ONCE).map(run))));
  return results;
};

/**
 * Compares what a site sends with a checkout: manifest, signature, each file, and the headers that decide what code can do. It sees what was
 * sent to this computer at this time, not what the site sends to others.
 * @throws NotVerifiable
 */
export const verifySite = async (options: VerifyOptions): Promise<SiteReport> => {
  const { local, key, project = '', timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const url = parseUrl(options.url);
  const digest = await findDigest(url, timeoutMs);
  const at = (path: string): URL => new URL(path, new URL(folderOf(digest), url));
  const differences: Difference[] = [];
  const note = (file: string, texts: readonly string[]): void => {
    for (const text of texts) differences.push({ file, text });
  };

  const sent = await load(at(MANIFEST), MAX_MANIFEST_BYTES, timeoutMs);
  if (sent.status !== 200) throw new NotVerifiable(`The site has no bundle ${digest}: status ${sent.status} for ${at(MANIFEST).href}`);
  const manifest = sent.body.toString('utf8');
  if (digestOfManifest(manifest) !== digest)
    note(MANIFEST, [`has the digest ${digestOfManifest(manifest)}, which is not its folder's name`]);
  const listed = parseManifest(manifest);
  if (listed === null) throw new NotVerifiable('The manifest is malformed');
  const total = listed.reduce((sum, { size }) => sum + size, 0);
  if (total > MAX_TOTAL_BYTES) throw new NotVerifiable(`The manifest lists ${total} bytes, which are too many`);

  const signature = await load(at(SIGNATURE), MAX_MANIFEST_BYTES, timeoutMs);
  const signer = signature.status === 200 ? signerOf(digest, signature.body.toString('utf8')) : null;
  if (signer === null)
    note(SIGNATURE, [signature.status === 200 ? 'is not a signature of this digest' : `is missing: status ${signature.status}`]);
  else if (key !== undefined && signer !== key) note(SIGNATURE, [`is of the key ${signer} instead of ${key}`]);

  const config = await load(new URL(CONFIG_PATH, url), MAX_MANIFEST_BYTES, timeoutMs);
  const configuration = config.status === 200 ? parseJson(config.body.toString('utf8')) : null;

  let embedders = "'none'";
  const compared = await mapSome(listed, async (file): Promise<readonly [ListedFile, readonly string[]]> => {
    const address = at(file.path);
    if (file.path === FRAME_DOCUMENT) address.searchParams.set('projectId', project);
    const received = await load(address, MAX_FILE_BYTES, timeoutMs);
    if (file.path === FRAME_DOCUMENT) embedders = directivesOf(received.headers).get('frame-ancestors') ?? 'any page';
    const texts = compareFile(file, local, received);
    return [
      file,
      received.status === 200 ? [...texts, ...compareHeaders(file, local, received, { configuration, folder: at('') })] : texts,
    ];
  });
  for (const [{ path }, texts] of compared) note(path, texts);
  const paths = new Set(listed.map(({ path }) => path));
  for (const path of local.files.keys()) if (!paths.has(path)) note(path, ['is in this checkout, and not in the manifest']);

  return {
    origin: url.origin,
    digest,
    localDigest: local.digest,
    signer,
    files: listed.length,
    bytes: total,
    differences,
    configuration,
    embedders,
  };
};
