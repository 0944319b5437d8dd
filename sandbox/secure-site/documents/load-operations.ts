import { RefusedRequest } from '../approval/approval-request.js';
import { CallPort, type Remote, RemoteError } from './call-port.js';
import type { OperationFunctions } from './operations-page.js';

/** The functions of the document that completes operations. */
export type Operations = Remote<OperationFunctions>;

const LOAD_MS = 30_000;

/** Errors are copies. This one has a meaning. */
const originalOf = (error: unknown): unknown =>
  error instanceof RemoteError && error.name === 'RefusedRequest' ? new RefusedRequest(error.message) : error;

/** Functions by name, each of which calls the one of this name in the other document. */
export const remoteFunctions = <Module>(calls: CallPort): Remote<Module> =>
  // The other document has the functions of the module. `then` would make it a promise.
  new Proxy(
    {},
    {
      get: (_, name) =>
        name === 'then'
          ? undefined
          : async (...values: readonly unknown[]) => {
              try {
                return await calls.call(String(name), values);
              } catch (error) {
                throw originalOf(error);
              }
            },
    },
  ) as Remote<Module>;

const open = (): Promise<Operations> => {
  const frame = document.createElement('iframe');
  // No origin of its own: it reads nothing that this document stores. The document's policy says the same.
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.title = 'Prepares transactions';
  frame.hidden = true;
  frame.src = 'operations';
  return new Promise((resolve, reject) => {
    const fail = (): void => {
      frame.remove();
      loading = null;
      reject(new Error('The operations document could not be loaded'));
    };
    const timer = setTimeout(fail, LOAD_MS);
    let calls: CallPort | null = null;
    frame.addEventListener('load', () => {
      // It has left for another page.
      if (calls !== null) {
        calls.close(new Error('The operations document is gone'));
        fail();
        return;
      }
      const { port1, port2 } = new MessageChannel();
      const opened = new CallPort(port1);
      calls = opened;
      // It has no origin that could be named. The policy of this document lets nothing but pages of this site into the frame.
      frame.contentWindow?.postMessage(null, '*', [port2]);
      opened.call('isReady', []).then(() => {
        clearTimeout(timer);
        resolve(remoteFunctions(opened));
      }, fail);
    });
    document.body.append(frame);
  });
};

let loading: Promise<Operations> | null = null;

/** Loads the operations document, once for a document. @throws Error if it cannot be loaded; the next call tries again */
export const loadOperations = (): Promise<Operations> => {
  loading ??= open();
  return loading;
};
