import { createHash } from 'node:crypto';
import type { KeysDocument } from '../documents/open-keys.js';
import type { SmartAccountServices } from '../documents/site-config.js';
import { type BundleFile, FRAME_DOCUMENT, isKeysDocument, isWorkerScript, OPERATIONS, workerOf } from './document-bundle.js';
import { importMapOf } from './document-html.js';

/** Name of the Trusted Types policy that documents of the keys create their worker with. */
const TRUSTED_TYPES_POLICY = 'secure-site';

/** Path that browsers report violations of a policy to. */
export const REPORT_PATH = '/csp-report';

/** What a document runs, what it may connect to, and who may embed it. */
interface DocumentPolicy {
  /** Text of the document's import map, which is the only script in it. `null`: it has none. */
  readonly importMap: string | null;
  /** URL of the folder of the documents of the keys, which it embeds. */
  readonly keysFolder: string;
  /** Origins of the API, and of the services of networks. */
  readonly connect: readonly string[];
  /** The `frame-ancestors` directive. */
  readonly frameAncestors: string;
}

/** The `frame-ancestors` directive of what no page may embed. */
export const NOT_FRAMED = "frame-ancestors 'none'";

const COMMON = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** A part of the configuration: what documents connect to. */
export interface ConnectedServices {
  readonly apiOrigin: string;
  readonly networks: readonly {
    readonly rpcUrl: string;
    readonly smartAccounts?: Pick<SmartAccountServices, 'bundlerUrl' | 'paymasterUrl'> | undefined;
  }[];
}

/** Origins that documents connect to: the API, and nodes, bundlers and paymasters of the networks. */
export const connectSourcesOf = ({ apiOrigin, networks }: ConnectedServices): readonly string[] => {
  const urls = networks.flatMap(({ rpcUrl, smartAccounts }) => [rpcUrl, smartAccounts?.bundlerUrl, smartAccounts?.paymasterUrl]);
  return [...new Set([apiOrigin, ...urls].flatMap((url) => (url == null ? [] : [new URL(url).origin])))];
};

const scriptSource = (importMap: string | null): string =>
  `script-src 'self'${importMap === null ? '' : ` 'sha256-${createHash('sha256').update(importMap).digest('base64')}'`}`;

/** Headers of a document: it loads its own files only, connects to the services of the site only, and creates no markup from text. */
const documentHeaders = ({ importMap, keysFolder, connect, frameAncestors }: DocumentPolicy): Readonly<Record<string, string>> => ({
  ...COMMON,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    scriptSource(importMap),
    "style-src 'self'",
    'img-src data:',
    // The operations document and that of the keys: no other site can be loaded into their frames.
    `frame-src 'self' ${keysFolder}`,
    // The configuration is on the site itself.
    `connect-src 'self' ${connect.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    frameAncestors,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `report-uri ${REPORT_PATH}`,
  ].join('; '),
  // Scripts without `integrity` are not loaded, where the browser knows it. Workers have no `integrity`.
  'integrity-policy': 'blocked-destinations=(script)',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // The window needs its opener, so there is no Cross-Origin-Opener-Policy.
  'referrer-policy': 'no-referrer',
  // Hosts that are cross-origin isolated may embed the frame if they load it without credentials or it allows them.
  'cross-origin-resource-policy': 'cross-origin',
});

/**
 * Headers of the operations document: it has no origin, connects to nothing, opens nothing and loads its own scripts only. Any page may embed it: it knows
 * nothing, and answers its parent.
 */
const operationsHeaders = (importMap: string | null): Readonly<Record<string, string>> => ({
  ...COMMON,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    'sandbox allow-scripts',
    "default-src 'none'",
    scriptSource(importMap),
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `report-uri ${REPORT_PATH}`,
  ].join('; '),
  'integrity-policy': 'blocked-destinations=(script)',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
  'cross-origin-resource-policy': 'cross-origin',
});

/**
 * Headers of a document of the keys: it starts its worker, loads its configuration and connects to nothing else. Apps embed the site's frame, and
 * that embeds this document, which answers documents of the site only. That of windows is embedded by windows of the site, which no app embeds.
 */
const keysHeaders = (
  path: KeysDocument,
  importMap: string | null,
  { keysFolder, siteOrigin }: SitePolicy,
): Readonly<Record<string, string>> => ({
  ...COMMON,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    scriptSource(importMap),
    `worker-src ${keysFolder}${workerOf(path)}`,
    // The configuration.
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    ...(path === 'keys' ? [] : [`frame-ancestors ${siteOrigin}`]),
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_TYPES_POLICY}`,
    `report-uri ${REPORT_PATH}`,
  ].join('; '),
  'integrity-policy': 'blocked-destinations=(script)',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  // In a process of its own, where the browser can.
  'origin-agent-cluster': '?1',
  'cross-origin-resource-policy': 'cross-origin',
});

/** Headers of a file of a bundle, whose folder changes with its content. */
const assetHeaders = (type: string): Readonly<Record<string, string>> => ({
  ...COMMON,
  'cache-control': 'public, max-age=31536000, immutable',
  'content-type': type,
  // The operations document has no origin.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'same-origin',
});

/** Headers of the worker's script: it connects to nothing and loads nothing. */
const workerHeaders = (type: string): Readonly<Record<string, string>> => ({
  ...assetHeaders(type),
  'content-security-policy': `default-src 'none'; report-uri ${REPORT_PATH}`,
});

/** What differs between sites in the headers of a bundle's files. */
export interface SitePolicy {
  /** Origin of the site's documents. */
  readonly siteOrigin: string;
  /** URL of the bundle's folder on the origin of the keys. */
  readonly keysFolder: string;
  /** See {@link connectSourcesOf}. */
  readonly connect: readonly string[];
  /** The `frame-ancestors` directive of the frame's document. */
  readonly frameAncestors: string;
}

/** Headers of a file of a bundle: the server sends them, and `verify-frame` compares them. */
export const fileHeaders = ({ path, type, body }: BundleFile, policy: SitePolicy): Readonly<Record<string, string>> => {
  if (isWorkerScript(path)) return workerHeaders(type);
  if (!type.startsWith('text/html')) return assetHeaders(type);
  const importMap = importMapOf(body.toString('utf8'));
  if (path === OPERATIONS) return operationsHeaders(importMap);
  if (isKeysDocument(path)) return keysHeaders(path, importMap, policy);
  return documentHeaders({
    importMap,
    keysFolder: policy.keysFolder,
    connect: policy.connect,
    frameAncestors: path === FRAME_DOCUMENT ? policy.frameAncestors : NOT_FRAMED,
  });
};

/** Headers of the link to a document of the current bundle. */
export const linkHeaders = (location: string): Readonly<Record<string, string>> => ({ location, 'cache-control': 'no-store' });

/** Headers of what anyone may read to verify a bundle: its manifest and signature. */
export const manifestHeaders: Readonly<Record<string, string>> = {
  ...assetHeaders('application/json'),
  'cross-origin-resource-policy': 'cross-origin',
};

/** Headers of the configuration. */
export const configHeaders: Readonly<Record<string, string>> = {
  ...COMMON,
  'content-type': 'application/json',
  'cross-origin-resource-policy': 'same-origin',
};
