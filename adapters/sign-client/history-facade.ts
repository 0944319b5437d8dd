import type { EngineTables } from '../../application/wallet-protocol/engine/engine-tables.js';
import { ProtocolError } from '../../domain/wallet-protocol/fault-errors.js';
import type { PendingRequest } from '../../domain/wallet-protocol/pending-request.js';
import { noKeyFault } from '../../domain/wallet-protocol/rules/record-faults.js';
import { Emitter } from './emitter.js';
import { toSignRequest } from './sign-shapes.js';
import type { SignRequestParams } from './sign-types.js';

/** A call whose response the peer awaits. */
export interface SignHistoryRecord {
  id: number;
  topic: string;
  request: { method: string; params: SignRequestParams };
  chainId: string;
  /** Seconds since 1970. */
  expiry: number;
}

/** The `core.history` API, with the pending session requests only. */
export class HistoryFacade extends Emitter {
  readonly name = 'history';
  readonly context = 'history';
  readonly #requests: EngineTables['requests'];

  constructor({ requests }: Pick<EngineTables, 'requests'>) {
    super();
    this.#requests = requests;
  }

  /** The history itself, which is the emitter. */
  get events(): Emitter {
    return this;
  }

  get size(): number {
    return this.#pendingRequests().length;
  }

  get keys(): number[] {
    return this.#pendingRequests().map(({ id }) => id);
  }

  get values(): SignHistoryRecord[] {
    return this.#pendingRequests().map(toRecord);
  }

  get pending(): { topic: string; request: { id: number; jsonrpc: string; method: string; params: SignRequestParams }; chainId: string }[] {
    return this.values.map(({ id, topic, request, chainId }) => ({ topic, request: { id, jsonrpc: '2.0', ...request }, chainId }));
  }

  /** No effect: the history is loaded when the client is created. */
  readonly init = (): Promise<void> => Promise.resolve();

  /** @throws ProtocolError NO_MATCHING_KEY */
  async get(topic: string, id: number): Promise<SignHistoryRecord> {
    const record = this.#find(topic, id);
    if (record === undefined) throw new ProtocolError(noKeyFault('history', id));
    return toRecord(record);
  }

  async exists(topic: string, id: number): Promise<boolean> {
    return this.#find(topic, id) !== undefined;
  }

  #pendingRequests(): readonly PendingRequest[] {
    return this.#requests.all().filter(({ answer }) => answer === undefined);
  }

  #find(topic: string, id: number): PendingRequest | undefined {
    return this.#pendingRequests().find((request) => request.id === id && request.topic === topic);
  }
}

const toRecord = (request: PendingRequest): SignHistoryRecord => {
  const { id, topic, params } = toSignRequest(request);
  return { id, topic, request: { method: 'wc_sessionRequest', params }, chainId: params.chainId, expiry: request.expiry };
};
