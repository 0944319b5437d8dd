import { KeyService } from './key-service.js';

// Script of the dedicated worker that holds the keys. Only the frame, which starts it, can send it messages.

const service = new KeyService({ post: (reply) => globalThis.postMessage(reply), origin: globalThis.location.origin });
globalThis.addEventListener('message', ({ data }: MessageEvent<unknown>) => void service.handle(data));
