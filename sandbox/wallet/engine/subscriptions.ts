import { toProviderError } from './provider-error.js';
import { isObject } from './read-params.js';

/** How often a subscription looks for news. */
const POLL_MS = 250;

/** Asks the node on which the subscription was made. */
export type AskNode = (method: string, params: unknown) => Promise<unknown>;

/** Sends the data of one EIP-1193 `message` event of the type `eth_subscription`. */
export type Publish = (data: { readonly subscription: string; readonly result: unknown }) => void;

/**
 * The `eth_subscribe` subscriptions of one page. Nodes push only over sockets, so these poll a filter of the node, as wallets do.
 * @see https://eips.ethereum.org/EIPS/eip-1193#message
 */
export class Subscriptions {
  readonly #publish: Publish;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(publish: Publish) {
    this.#publish = publish;
  }

  /** Starts one and returns its id. @param filter of `eth_newFilter` for logs; `null` for new block heads */
  async start(filter: unknown, node: AskNode): Promise<string> {
    const handle = await (filter === null ? node('eth_newBlockFilter', []) : node('eth_newFilter', [filter]));
    const id = `0x${crypto.randomUUID().replaceAll('-', '')}`;
    const poll = async (): Promise<void> => {
      try {
        const news = await node('eth_getFilterChanges', [handle]);
        for (const item of Array.isArray(news) ? news : []) {
          const result = filter === null ? await node('eth_getBlockByHash', [item, false]) : item;
          if (this.#timers.has(id) && isObject(result)) this.#publish({ subscription: id, result });
        }
      } catch (error) {
        // The node is gone, or forgot the filter. The page finds out by its next request; a subscription has no way to say so.
        console.warn(`sandbox wallet: subscription ${id} pauses: ${toProviderError(error).message}`);
      }
      if (this.#timers.has(id)) schedule();
    };
    const schedule = (): void => {
      this.#timers.set(id, setTimeout(poll, POLL_MS));
    };
    schedule();
    return id;
  }

  /** Ends one; false when there is none of this id. */
  stop(id: string): boolean {
    clearTimeout(this.#timers.get(id));
    return this.#timers.delete(id);
  }

  /** Ends all. */
  stopAll(): void {
    for (const id of [...this.#timers.keys()]) this.stop(id);
  }
}
