/** Name of the Trusted Types policy that the frame creates the worker with. */
export const TRUSTED_TYPES_POLICY = 'secure-site';

/** Path that browsers report violations of a policy to. */
export const REPORT_PATH = '/csp-report';

/** What documents may connect to, and who may embed them. */
export interface DocumentPolicy {
  /** The API and the nodes. */
  readonly connect: readonly string[];
  /** The `frame-ancestors` directive. */
  readonly frameAncestors: string;
}

const COMMON = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Headers of a document: it loads its own files only, connects to the API and the nodes only, and creates no markup from text. */
export const documentHeaders = ({ connect, frameAncestors }: DocumentPolicy): Readonly<Record<string, string>> => ({
  ...COMMON,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    "worker-src 'self'",
    `connect-src ${connect.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    frameAncestors,
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_TYPES_POLICY}`,
    `report-uri ${REPORT_PATH}`,
  ].join('; '),
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // The window needs its opener, so there is no Cross-Origin-Opener-Policy.
  'referrer-policy': 'no-referrer',
  // Hosts that are cross-origin isolated may embed the frame if they load it without credentials or it allows them.
  'cross-origin-resource-policy': 'cross-origin',
});

/** Headers of a script or style sheet. Its name changes with its content. */
export const assetHeaders = (type: string): Readonly<Record<string, string>> => ({
  ...COMMON,
  'cache-control': 'public, max-age=31536000, immutable',
  'content-type': type,
  'cross-origin-resource-policy': 'same-origin',
});

/** Headers of the worker's script: it connects to nothing and loads nothing. */
export const workerHeaders = (type: string): Readonly<Record<string, string>> => ({
  ...assetHeaders(type),
  'content-security-policy': `default-src 'none'; report-uri ${REPORT_PATH}`,
});
