import { DeviceSecrets } from './device-secrets.js';
import { KeyService } from './key-service.js';
import { KEYS_READY, type StartMessage } from './start-message.js';

/** Runs the key service in this worker, once the document that has started it names the site. */
export const runKeyService = ({ canExport }: { readonly canExport: boolean }): void => {
  const start = ({ data, ports }: MessageEvent<StartMessage>): void => {
    const [port] = ports;
    if (port === undefined) return;
    globalThis.removeEventListener('message', start);
    const service = new KeyService({
      post: (reply) => port.postMessage(reply),
      origin: data.siteOrigin,
      devices: new DeviceSecrets(() => indexedDB),
      canExport,
    });
    port.addEventListener('message', (message: MessageEvent<unknown>) => void service.handle(message.data));
    port.start();
    port.postMessage(KEYS_READY);
  };
  globalThis.addEventListener('message', start);
};
