import { toProviderError } from './provider-error.js';
import { isObject } from './read-params.js';

/** Polling interval. */
const POLL_MS = 250;

/** Sends a request to the node of the subscription. */
export type CallNode = (method: string, params: unknown) => Promise<unknown>;

/** Sends the data of an EIP-1193 `message` event of type `eth_subscription`. */
export type Publish = (data: { readonly subscription: string; readonly result: unknown }) => void;

/**
 * The `eth_subscribe` subscriptions of a page. They poll a filter, because nodes only push over WebSocket.
 * @see https://eips.ethereum.org/EIPS/eip-1193#message
 */
export class Subscriptions {
  readonly #publish: Publish;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(publish: Publish) {
    this.#publish = publish;
  }

  /** Starts a subscription and returns its id. @param filter of `eth_newFilter` for logs; `null` for new block headers */
  async start(filter: unknown, node: CallNode): Promise<string> {
    const handle = await (filter === null ? node('eth_newBlockFilter', []) : node('eth_newFilter', [filter]));
    const id = `0x${crypto.randomUUID().replaceAll('-', '')}`;
    const poll = async (): Promise<void> => {
      try {
        const changes = await node('eth_getFilterChanges', [handle]);
        for (const item of Array.isArray(changes) ? changes : []) {
          const result = filter === null ? await node('eth_getBlockByHash', [item, false]) : item;
          if (this.#timers.has(id) && isObject(result)) this.#publish({ subscription: id, result });
        }
      } catch (error) {
        // The node is unreachable or has dropped the filter. Subscriptions cannot report errors; the page's next request will fail.
        console.warn(`sandbox wallet: subscription ${id} failed to poll: ${toProviderError(error).message}`);
      }
      if (this.#timers.has(id)) schedule();
    };
    const schedule = (): void => {
      this.#timers.set(id, setTimeout(poll, POLL_MS));
    };
    schedule();
    return id;
  }

  /** Stops a subscription. Returns false for an unknown id. */
  stop(id: string): boolean {
    clearTimeout(this.#timers.get(id));
    return this.#timers.delete(id);
  }

  /** Stops all subscriptions. */
  stopAll(): void {
    for (const id of [...this.#timers.keys()]) this.stop(id);
  }
}
