import { KEYS_FAILED, type StartMessage } from '../keys/start-message.js';
import { loadConfig } from './load-config.js';
import { startKeyWorker } from './start-key-worker.js';

// Script of both documents on the origin of the keys. They show nothing: they start the worker, and pass it the port of the site's document that embeds them.

/** Configuration of the origin of the keys. */
interface KeysConfig {
  readonly siteOrigin: string;
}

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
