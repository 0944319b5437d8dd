import type { WorkerLike } from '../keys/key-worker.js';

/** Name of the policy that the document's Content-Security-Policy allows. */
const POLICY = 'secure-site';

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** Starts the worker that holds the keys. The policy of the document allows scripts of this path only. */
export const startKeyWorker = (path: string): WorkerLike => {
  // Not in all browsers, and not in the types.
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  const checked = (url: string): string => {
    if (url !== path || !path.startsWith('/assets/')) throw new TypeError('Not the script of the worker');
    return url;
  };
  const url = trustedTypes === undefined ? checked(path) : policyOf(trustedTypes, checked).createScriptURL(path);
  return new Worker(url, { name: 'keys' });
};

let policy: { createScriptURL(url: string): string } | null = null;

/** A policy can be created once. */
const policyOf = (trustedTypes: TrustedTypes, createScriptURL: (url: string) => string): { createScriptURL(url: string): string } => {
  policy ??= trustedTypes.createPolicy(POLICY, { createScriptURL });
  return policy;
};
