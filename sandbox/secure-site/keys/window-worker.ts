import { KeyService } from './key-service.js';

// Script of the worker of windows, which no app can embed. Only here, a phrase is exported.

const service = new KeyService({
  post: (reply) => globalThis.postMessage(reply),
  origin: globalThis.location.origin,
  canExport: true,
});
globalThis.addEventListener('message', ({ data }: MessageEvent<unknown>) => void service.handle(data));
