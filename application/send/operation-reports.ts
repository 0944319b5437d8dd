import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import {
  callsProgressOf,
  isUserOperationHash,
  operationProgressOf,
  readUserOperationReceipt,
} from '../../domain/send/reported-progress.js';
import type { SentTransaction } from '../../domain/send/sent-transaction.js';
import { bundlerUrlOf } from '../../domain/wallet-protocol/provider/rpc-urls.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Bundler } from '../ports/bundler.port.js';
import type { OptionsStore } from '../shared/options.store.js';
import type { ReadReport } from './follow-reports.js';

/** Name of the bundler behind a service that has several. */
const BUNDLER_NAME = 'pimlico';

/** What identifies a batch or a user operation. */
type Reported = Pick<SentTransaction, 'namespace' | 'chainId' | 'hash' | 'kind'>;

/** Reads what wallets and the app's bundler report of batches of calls and user operations. */
export class OperationReports {
  readonly #connections: ConnectionStore;
  readonly #bundler: Bundler;
  readonly #options: OptionsStore;

  constructor(connections: ConnectionStore, bundler: Bundler, options: OptionsStore) {
    this.#connections = connections;
    this.#bundler = bundler;
    this.#options = options;
  }

  /** Returns how the progress is read: from the first source that has it. `null` while there is none. */
  readerOf(reported: Reported): ReadReport | null {
    const sources = [this.#walletOf(reported), this.#bundlerOf(reported)].filter((source) => source !== null);
    // A wallet decides about its batches, and need not know about user operations.
    if (reported.kind === 'user-operation') sources.reverse();
    const [first, second] = sources;
    if (first === undefined) return null;
    if (second === undefined) return first;
    return async (signal) => {
      try {
        return await first(signal);
      } catch (error) {
        signal.throwIfAborted();
        return second(signal).catch((cause: unknown) => {
          signal.throwIfAborted();
          // The bundler's reason tells more than a wallet that does not know the method.
          throw isLatchkeyError(error, 'wallet-protocol/receipt-failed') ? error : cause;
        });
      }
    };
  }

  #walletOf({ namespace, hash, kind }: Reported): ReadReport | null {
    const calls = this.#connections.sessionOf(namespace)?.calls?.eip155;
    if (calls === undefined) return null;
    return kind === 'calls'
      ? async (signal) => callsProgressOf(await calls.getCallsStatus({ id: hash }, signal))
      : async (signal) => operationProgressOf(await calls.getUserOperationReceipt({ hash }, signal));
  }

  #bundlerOf({ chainId, hash }: Reported): ReadReport | null {
    const { endpoints, projectId } = this.#options.current;
    if (endpoints.bundler === undefined || !isUserOperationHash(hash)) return null;
    const service = { bundlerUrl: endpoints.bundler, ...(projectId === undefined ? {} : { projectId }) };
    const url = bundlerUrlOf(chainId, BUNDLER_NAME, service);
    return async (signal) => {
      const { result } = await this.#bundler.userOperationReceipt(url, hash, { signal });
      const receipt = readUserOperationReceipt(result);
      if (receipt === undefined) throw new LatchkeyError('json-rpc/unavailable', { url });
      return operationProgressOf(receipt);
    };
  }
}
