/** Name of the policy that the document's Content-Security-Policy allows. */
const POLICY = 'secure-site';

/** Scripts in the folder of the document's bundle: that of frames, and that of windows, which also exports phrases. */
export type WorkerScript = 'worker.js' | 'window-worker.js';

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** Starts the worker that holds the keys. The policy of the document allows this script only. */
export const startKeyWorker = (script: WorkerScript): Worker => {
  const workerUrl = new URL(script, document.baseURI).href;
  // Not in all browsers, and not in the types.
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  const createScriptURL = (url: string): string => {
    if (url !== workerUrl) throw new TypeError('Not the script of the worker');
    return url;
  };
  const url = trustedTypes === undefined ? workerUrl : trustedTypes.createPolicy(POLICY, { createScriptURL }).createScriptURL(workerUrl);
  return new Worker(url, { name: 'keys' });
};
