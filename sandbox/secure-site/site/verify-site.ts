import * as v from 'valibot';
import {
  CONFIG_PATH,
  DIGEST,
  type DocumentBundle,
  digestOfManifest,
  FRAME_DOCUMENT,
  folderOf,
  integrityOf,
  isOfKeys,
  LINKED_DOCUMENTS,
  type ListedFile,
  MANIFEST,
  parseManifest,
  SIGNATURE,
  signerOf,
} from './document-bundle.js';
import {
  configHeaders,
  connectSourcesOf,
  fileHeaders,
  linkHeaders,
  manifestHeaders,
  NOT_FRAMED,
  type SitePolicy,
} from './document-headers.js';

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
  /** The bundle that the site's own links lead to; `null` if they lead to none. With another one in the URL, this one is not verified. */
  readonly linkedDigest: string | null;
  /** Digest of the checkout. */
  readonly localDigest: string;
  /** Ed25519 key that has signed the manifest, base64url; `null` if none has. */
  readonly signer: string | null;
  readonly files: number;
  readonly bytes: number;
  /** In code and headers. None: the site has sent what the checkout builds. */
  readonly differences: readonly Difference[];
  /** The site's configuration, which is no code: reported, not compared. */
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

/** Headers that load, run or navigate to something else than the document, allow it more, or report what it does. */
const FORBIDDEN_HEADERS = [
  'link',
  'refresh',
  'speculation-rules',
  'service-worker-allowed',
  'sourcemap',
  'x-sourcemap',
  'origin-trial',
  'content-security-policy-report-only',
  'reporting-endpoints',
  'report-to',
  'nel',
];

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

/** The digest in a URL; `null` if it names no bundle. */
const namedDigest = (url: URL): string | null => {
  const [, named] = /^\/f\/([^/]*)(?:\/|$)/.exec(url.pathname) ?? [];
  if (named !== undefined && !DIGEST.test(named)) throw new NotVerifiable(`${named} is not a digest: it has 64 hex digits in lower case`);
  return named ?? null;
};

/** Where a path of the site leads. */
interface SiteLink {
  /** One of {@link LINKED_DOCUMENTS}. */
  readonly path: string;
  /** The bundle whose document it leads to; `null` if it leads to none of this site. */
  readonly digest: string | null;
  readonly differences: readonly string[];
}

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
const compareFile = (listed: ListedFile, local: DocumentBundle, { status, body }: Received): readonly string[] => {
  if (status !== 200) return [`is missing: status ${status}`];
  const own = local.files.get(listed.path);
  const differences: string[] = [];
  const isListed = body.length === listed.size && integrityOf(body) === listed.integrity;
  if (!isListed) differences.push('is not the file that the manifest lists');
  if (own === undefined) differences.push('is not in this checkout');
  else if (!own.body.equals(body)) differences.push(`differs from this checkout: ${describe(body, own.body)}`);
  if (own !== undefined && own.type !== listed.type) differences.push(`has the type ${listed.type} instead of ${own.type}`);
  return differences;
};

/** Names the directives that differ, or the whole policies if the same ones are repeated or in another order. */
const describePolicy = (actual: string, expected: string): string => {
  const [sent, own] = [actual.split('; '), expected.split('; ')];
  const more = sent.filter((each) => !own.includes(each)).join('; ');
  const missing = own.filter((each) => !sent.includes(each)).join('; ');
  if (more === '' && missing === '') return `has the policy ${actual} instead of ${expected}`;
  if (missing === '') return `has the policy ${more}, which this checkout does not send`;
  return more === '' ? `lacks the policy ${missing}` : `has the policy ${more} instead of ${missing}`;
};

/** Compares headers letter by letter: browsers and we could read the same text differently. */
const compareHeaders = (headers: Headers, expected: Readonly<Record<string, string>>): readonly string[] => {
  const differences = FORBIDDEN_HEADERS.filter((name) => headers.has(name)).map((name) => `has the header ${name}: ${headers.get(name)}`);
  for (const [name, text] of Object.entries(expected)) {
    const actual = headers.get(name);
    if (actual === text) continue;
    if (actual === null) differences.push(`is sent without ${name}: ${text}`);
    else if (name === 'content-security-policy') differences.push(describePolicy(actual, text));
    else differences.push(`is sent with ${name}: ${actual} instead of ${text}`);
  }
  return differences;
};

const urlSchema = v.pipe(v.string(), v.url());
const servicesSchema = v.object({
  apiOrigin: urlSchema,
  keysOrigin: urlSchema,
  networks: v.array(
    v.object({
      rpcUrl: urlSchema,
      smartAccounts: v.optional(v.object({ bundlerUrl: urlSchema, paymasterUrl: v.nullable(urlSchema) })),
    }),
  ),
});

/** One origin. In a policy, other texts could stand for many, or be directives of their own. */
const ORIGIN = /^https?:\/\/[a-z\d.-]+(?::\d{1,5})?$/;

const ANCESTORS = /(?:^|; )(frame-ancestors [^;]*)/;

/** The `frame-ancestors` directive of a document, which the site's registered apps decide; `null` if there is none. */
const ancestorsOf = (headers: Headers): string | null => ANCESTORS.exec(headers.get('content-security-policy') ?? '')?.[1] ?? null;

/** Texts of a `frame-ancestors` directive that are not single origins. */
const othersThanOrigins = (frameAncestors: string): readonly string[] => {
  const [, ...sources] = frameAncestors.split(' ');
  return frameAncestors === NOT_FRAMED ? [] : sources.filter((each) => !ORIGIN.test(each));
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

/** Follows a link of the site, which browsers open before they have loaded anything of a bundle. */
const loadLink = async (
  path: string,
  url: URL,
  { project, timeoutMs }: { readonly project: string; readonly timeoutMs: number },
): Promise<SiteLink> => {
  const start = new URL(`/${path}?${new URLSearchParams({ projectId: project })}`, url);
  const { status, headers } = await load(start, MAX_FILE_BYTES, timeoutMs);
  const location = headers.get('location') ?? '';
  const target = URL.canParse(location, start) ? new URL(location, start) : null;
  const [, digest] = /^\/f\/([\da-f]{64})\//.exec(target?.pathname ?? '') ?? [];
  const isLink =
    status === 307 && digest !== undefined && target?.href === new URL(`${folderOf(digest)}${path}${start.search}`, start).href;
  if (isLink) return { path, digest, differences: compareHeaders(headers, linkHeaders(location)) };
  const text = `does not lead to its document in a bundle of the site: status ${status}, location ${location || 'none'}`;
  return { path, digest: null, differences: [text] };
};

interface KeysOrigin {
  readonly siteOrigin: string;
  readonly keysUrl: URL;
  readonly digest: string;
  readonly listed: readonly ListedFile[];
  readonly timeoutMs: number;
}

/** Differences from an origin that has the documents of the keys only and answers this site only: other code there could read the keys. */
const keysOriginDifferences = async ({ siteOrigin, keysUrl, digest, listed, timeoutMs }: KeysOrigin): Promise<readonly string[]> => {
  const { origin, href } = keysUrl;
  if (origin === siteOrigin) return ['names its own origin as that of the keys'];
  if (href !== `${origin}/` || !ORIGIN.test(origin)) return [`names ${href}, which is not the origin of one server`];
  // Throws where it is neither https nor on loopback.
  parseUrl(href);
  const differences: string[] = [];
  const config = await load(new URL(CONFIG_PATH, keysUrl), MAX_MANIFEST_BYTES, timeoutMs);
  if (config.body.toString('utf8') !== JSON.stringify({ siteOrigin }))
    differences.push(`names ${origin} as the origin of the keys, which answers another site`);
  differences.push(...compareHeaders(config.headers, configHeaders).map((text) => `names ${origin}, whose ${CONFIG_PATH} ${text}`));
  const others = [
    ...listed.filter(({ path }) => !isOfKeys(path)).map(({ path }) => `${folderOf(digest)}${path}`),
    ...['', 'index.html', ...LINKED_DOCUMENTS].map((path) => `/${path}`),
    ...[MANIFEST, SIGNATURE].map((path) => `${folderOf(digest)}${path}`),
  ];
  const found = await mapSome(others, async (path) =>
    (await load(new URL(path, keysUrl), MAX_FILE_BYTES, timeoutMs)).status === 404 ? [] : [path],
  );
  return [...differences, ...found.flat().map((path) => `names ${origin} as the origin of the keys, which has ${path} as well`)];
};

/**
 * Compares what a site sends with a checkout: its links, manifest, signature, each file, and the headers that decide what code can do. It sees
 * what was sent to this computer at this time, not what the site sends to others.
 * @throws NotVerifiable
 */
export const verifySite = async (options: VerifyOptions): Promise<SiteReport> => {
  const { local, key, project = '', timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const url = parseUrl(options.url);
  const named = namedDigest(url);
  const links = await mapSome(LINKED_DOCUMENTS, (path) => loadLink(path, url, { project, timeoutMs }));
  const linkedDigest = links.find((link) => link.digest !== null)?.digest ?? null;
  const digest = named ?? links.find(({ path }) => path === FRAME_DOCUMENT)?.digest ?? null;
  if (digest === null)
    throw new NotVerifiable(
      `${new URL(`/${FRAME_DOCUMENT}`, url).href} does not lead to a bundle of the site: pass a URL with /f/<digest>/`,
    );
  const at = (path: string): URL => new URL(path, new URL(folderOf(digest), url));
  const differences: Difference[] = [];
  const note = (file: string, texts: readonly string[]): void => {
    for (const text of texts) differences.push({ file, text });
  };
  for (const link of links) {
    note(`/${link.path}`, link.differences);
    if (link.digest !== null && link.digest !== linkedDigest)
      note(`/${link.path}`, [`leads to the bundle ${link.digest} instead of ${linkedDigest}`]);
  }

  const sent = await load(at(MANIFEST), MAX_MANIFEST_BYTES, timeoutMs);
  if (sent.status !== 200) throw new NotVerifiable(`The site has no bundle ${digest}: status ${sent.status} for ${at(MANIFEST).href}`);
  note(MANIFEST, compareHeaders(sent.headers, manifestHeaders));
  const manifest = sent.body.toString('utf8');
  if (digestOfManifest(manifest) !== digest)
    note(MANIFEST, [`has the digest ${digestOfManifest(manifest)}, which is not its folder's name`]);
  const listed = parseManifest(manifest);
  if (listed === null) throw new NotVerifiable('The manifest is malformed');
  const total = listed.reduce((sum, { size }) => sum + size, 0);
  if (total > MAX_TOTAL_BYTES) throw new NotVerifiable(`The manifest lists ${total} bytes, which are too many`);

  const signature = await load(at(SIGNATURE), MAX_MANIFEST_BYTES, timeoutMs);
  const signer = signature.status === 200 ? signerOf(digest, signature.body.toString('utf8')) : null;
  if (signature.status === 200) note(SIGNATURE, compareHeaders(signature.headers, manifestHeaders));
  if (signer === null)
    note(SIGNATURE, [signature.status === 200 ? 'is not a signature of this digest' : `is missing: status ${signature.status}`]);
  else if (key !== undefined && signer !== key) note(SIGNATURE, [`is of the key ${signer} instead of ${key}`]);

  const config = await load(new URL(CONFIG_PATH, url), MAX_MANIFEST_BYTES, timeoutMs);
  const configuration = config.status === 200 ? parseJson(config.body.toString('utf8')) : null;
  if (config.status === 200) note(CONFIG_PATH, compareHeaders(config.headers, configHeaders));
  const services = v.safeParse(servicesSchema, configuration);
  if (!services.success) note(CONFIG_PATH, ['does not name an API, an origin of the keys and networks']);
  const connect = services.success ? connectSourcesOf(services.output) : [];
  const keysUrl = services.success ? new URL(services.output.keysOrigin) : url;
  if (services.success) note(CONFIG_PATH, await keysOriginDifferences({ siteOrigin: url.origin, keysUrl, digest, listed, timeoutMs }));
  for (const source of connect) if (!ORIGIN.test(source)) note(CONFIG_PATH, [`names ${source}, which is not the origin of one server`]);

  let embedders = "'none'";
  const compareSent = (file: ListedFile, { headers, body }: Received): readonly string[] => {
    const ancestors = file.path === FRAME_DOCUMENT ? ancestorsOf(headers) : NOT_FRAMED;
    if (file.path === FRAME_DOCUMENT) embedders = ancestors?.replace('frame-ancestors ', '') ?? 'any page';
    const own = local.files.get(file.path) ?? { path: file.path, type: file.type, body };
    const keysFolder = new URL(folderOf(digest), keysUrl).href;
    const policy: SitePolicy = { siteOrigin: url.origin, keysFolder, connect, frameAncestors: ancestors ?? NOT_FRAMED };
    return [
      ...compareHeaders(headers, fileHeaders(own, policy)),
      ...othersThanOrigins(policy.frameAncestors).map(
        (each) => `may be framed by ${each || 'no name'}, which is not the origin of one app`,
      ),
    ];
  };
  const compared = await mapSome(listed, async (file): Promise<readonly [ListedFile, readonly string[]]> => {
    const address = isOfKeys(file.path) ? new URL(at(file.path).pathname, keysUrl) : at(file.path);
    if (file.path === FRAME_DOCUMENT) address.searchParams.set('projectId', project);
    const received = await load(address, MAX_FILE_BYTES, timeoutMs);
    const texts = compareFile(file, local, received);
    return [file, received.status === 200 ? [...texts, ...compareSent(file, received)] : texts];
  });
  for (const [{ path }, texts] of compared) note(path, texts);
  const paths = new Set(listed.map(({ path }) => path));
  for (const path of local.files.keys()) if (!paths.has(path)) note(path, ['is in this checkout, and not in the manifest']);

  return {
    origin: url.origin,
    digest,
    linkedDigest,
    localDigest: local.digest,
    signer,
    files: listed.length,
    bytes: total,
    differences,
    configuration,
    embedders,
  };
};
