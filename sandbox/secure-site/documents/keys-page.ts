import { KEYS_FAILED, type StartMessage } from '../keys/start-message.js';
import { loadConfig } from './load-config.js';
import type { WorkerScript } from './open-keys.js';

// Script of both documents on the origin of the keys. They show nothing: they start the worker, and pass it the port of the site's document that
// embeds them.

/** Configuration of the origin of the keys. */
interface KeysConfig {
  readonly siteOrigin: string;
}

/** Name of the policy that the document's Content-Security-Policy allows. */
const POLICY = 'secure-site';

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** Starts the worker that holds the keys. The policy of the document allows this script only. */
const startKeyWorker = (script: WorkerScript): Worker => {
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

const script = location.pathname.endsWith('/window-keys') ? 'window-worker.js' : 'worker.js';
const config = loadConfig<KeysConfig>();
let isStarted = false;

window.addEventListener('message', async ({ source, origin, ports: [port] }: MessageEvent) => {
  if (source !== window.parent || port === undefined) return;
  const { siteOrigin } = await config;
  // Any page may embed this document. Only documents of the site are answered, once.
  if (origin !== siteOrigin || isStarted) return;
  isStarted = true;
  const worker = startKeyWorker(script);
  worker.addEventListener('error', () => window.parent.postMessage(KEYS_FAILED, siteOrigin));
  worker.postMessage({ siteOrigin } satisfies StartMessage, [port]);
});
