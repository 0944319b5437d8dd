import { numberToHex } from 'viem';
import { type EvmOperation, type Hex, RefusedRequest } from '../approval/approval-request.js';
import { quantity } from '../approval/prepare-transaction.js';
import { evmSignature } from '../approval/respond.js';
import type { OperationLog } from '../frame/operation-log.js';
import type { SentOperation } from '../frame/sent-operation.js';
import { isDropped, type OperationOutcome, outcomeOf } from './operation-outcome.js';
import { type AccountServices, callBundler, isDeployed, isNodeError, prepareOperation, readNonce } from './prepare-operation.js';
import type { RequestedOperation } from './read-calls.js';
import type { OperationResponse } from './read-smart-call.js';
import { counterfactualSignature, wrapTypedDataSignature } from './replay-safe.js';
import type { SmartAccount } from './smart-account.js';
import { deploymentOf, ENTRY_POINT, formatOperation, operationHash } from './user-operation.js';

/** Time between two looks at the chain. */
const POLL_MS = 1_000;
/** Operations are included within a minute or two; hosts have no other request answered meanwhile. */
const MAX_POLLS = 180;
const SEND_ATTEMPTS = 3;
/** Not every bundler tells that it has dropped an operation. After this time another one may have its nonce: one of them at most is included. */
const FORGOTTEN_MS = 60 * 60_000;

/** Dependencies of {@link SmartRequests}. */
export interface SmartRequestsDeps {
  readonly account: SmartAccount;
  readonly services: AccountServices;
  readonly log: Pick<OperationLog, 'list' | 'find' | 'save' | 'erase'>;
  readonly wait: (ms: number) => Promise<void>;
  readonly now: () => number;
}

/** What is done once the owner has signed a request: data, which is kept by the document that has asked. */
export type Completion =
  | { readonly kind: 'signature'; readonly typedData: string | null }
  | {
      readonly kind: 'operation';
      readonly operation: EvmOperation;
      /** The app's own id of the calls. */
      readonly id: string | null;
      /** The app has made the operation: it cannot be changed. */
      readonly isFinal: boolean;
      readonly response: OperationResponse;
    };

/** The bundler refuses the operation as it was approved, such as after the fees have risen: the user must be asked again. */
export class StaleOperation extends Error {
  override readonly name = 'StaleOperation';
}

/**
 * Refusals that another operation with the same calls can avoid: fees, nonce, funds, and a paymaster or a deployment that is out of date.
 * @see https://github.com/eth-infinitism/account-abstraction/blob/v0.7.0/contracts/core/EntryPoint.sol for the codes
 */
const STALE = /\bAA(?:10|2[15]|3[0-4]|95)\b|FeePerGas|underpriced|gas price|nonce|expire/i;

/** Whether the bundler says that it has an operation. */
const hasOperation = async (hash: Hex, bundler: AccountServices['bundler']): Promise<boolean> => {
  const response = await callBundler(bundler, 'pimlico_getUserOperationStatus', [hash]).catch(() => null);
  const status: unknown = typeof response === 'object' && response !== null ? Reflect.get(response, 'status') : null;
  return typeof status === 'string' && status !== 'not_found' && status !== 'rejected';
};

/** Requests of apps to a smart account. */
export class SmartRequests {
  readonly #deps: SmartRequestsDeps;

  constructor(deps: SmartRequestsDeps) {
    this.#deps = deps;
  }

  /** Completes an operation with what the network and the paymaster say. @throws RefusedRequest */
  async prepare({ calls, id, complete }: RequestedOperation): Promise<EvmOperation> {
    const { account, services, log } = this.#deps;
    if (id !== null && (await log.find(id)) !== null) throw new RefusedRequest('There are calls with this id already');
    if (complete !== null) return complete;
    const { network, owner, factory, address: sender } = account;
    const { chainId, currency } = network;
    const deployment = deploymentOf(owner, factory);
    return prepareOperation({ chainId, sender, deployment, calls, minNonce: await this.#minNonce(), currency }, services);
  }

  /**
   * Responds to a request that is signed: sends what it asks to send.
   * @param signature of the bytes that are signed, with the recovery bit at its end
   * @throws RefusedRequest, StaleOperation, or an error of the node
   */
  async complete(completion: Completion, signature: Uint8Array): Promise<unknown> {
    const own = evmSignature(signature);
    if (completion.kind === 'signature') return this.#accountSignature(completion.typedData, own);
    const sent = await this.#send(completion, own);
    switch (completion.response) {
      case 'transaction-hash':
        return this.#included(sent);
      case 'calls-id':
        return { id: sent.id };
      case 'operation-hash':
        return sent.hash;
    }
  }

  /**
   * The response to `wallet_getCallsStatus`.
   * @throws an error of the node
   * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcallsstatus
   */
  async callsStatus(operation: SentOperation): Promise<unknown> {
    const outcome = await outcomeOf(operation, this.#deps.services);
    await this.#settle(operation, outcome);
    const chainId = numberToHex(Number(operation.chainId.split(':')[1]));
    return { version: '2.0.0', id: operation.id, chainId, atomic: true, ...statusOf(outcome) };
  }

  async #accountSignature(typedData: string | null, own: Hex): Promise<Hex> {
    const { account, services } = this.#deps;
    const signature = typedData === null ? own : wrapTypedDataSignature(typedData, own);
    if (await isDeployed(account.address, services.node)) return signature;
    return counterfactualSignature(signature, deploymentOf(account.owner, account.factory));
  }

  /** Sends an operation, and remembers it before: its outcome is not known if the response is lost. */
  async #send({ operation, id, isFinal }: Extract<Completion, { readonly kind: 'operation' }>, signature: Hex): Promise<SentOperation> {
    const { account, services, log, wait, now } = this.#deps;
    const { address: sender, network } = account;
    const { chainId } = network;
    const hash = operationHash(chainId, sender, operation);
    const fromBlock = numberToHex(quantity(await services.node('eth_blockNumber', [])));
    const nonce = String(operation.nonce);
    const sent: SentOperation = { id: id ?? hash, hash, chainId, sender, nonce, fromBlock, sentAt: now(), isSettled: false };
    await log.save(sent);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await callBundler(services.bundler, 'eth_sendUserOperation', [formatOperation(sender, operation, signature), ENTRY_POINT]);
        return sent;
      } catch (error) {
        // It has it from an attempt whose response was lost.
        if (await hasOperation(hash, services.bundler)) return sent;
        if (isNodeError(error)) {
          await log.erase(sent.id);
          if (!isFinal && STALE.test(error.message)) throw new StaleOperation(error.message, { cause: error });
          throw new RefusedRequest(`The operation was refused: ${error.message}`, { cause: error });
        }
        if (attempt === SEND_ATTEMPTS)
          throw new RefusedRequest(`It is not known if the operation was sent, since there was no response: ${hash}`, { cause: error });
        await wait(POLL_MS);
      }
    }
  }

  /** The hash of the transaction that has included an operation. @throws RefusedRequest if there is none, or the calls failed */
  async #included(sent: SentOperation): Promise<string> {
    const { services, wait } = this.#deps;
    for (let poll = 0; poll < MAX_POLLS; poll += 1) {
      const outcome = await outcomeOf(sent, services).catch((): OperationOutcome => ({ status: 'pending' }));
      await this.#settle(sent, outcome);
      switch (outcome.status) {
        case 'included':
          if (outcome.receipt.status === '0x1') return outcome.receipt.transactionHash;
          throw new RefusedRequest(`The transaction ${outcome.receipt.transactionHash} has failed on the network: nothing was changed`);
        case 'replaced':
          throw new RefusedRequest('Another transaction of the account came first: this one can never be included');
        case 'dropped':
          throw new RefusedRequest('The transaction was dropped: the network has not included it');
        default:
          await wait(POLL_MS);
      }
    }
    throw new RefusedRequest(`It is not known if the operation will be included: ${sent.hash}`);
  }

  /** The lowest nonce that no operation has which is on its way. */
  async #minNonce(): Promise<bigint> {
    const { log, services, account, now } = this.#deps;
    const { address, network } = account;
    const { chainId } = network;
    const own = (await log.list()).filter((each) => !each.isSettled && each.chainId === chainId && each.sender === address);
    if (own.length === 0) return 0n;
    // Those below the chain's nonce are included or replaced, however long ago. Which of both need not be known.
    const nonce = await readNonce(address, services.node);
    const open = own.filter((each) => BigInt(each.nonce) >= nonce && now() - each.sentAt < FORGOTTEN_MS);
    const drops = await Promise.all(open.map(({ hash }) => isDropped(hash, services.bundler)));
    const pending = open.filter((_, index) => drops[index] !== true).map((each) => BigInt(each.nonce) + 1n);
    return pending.reduce((highest, next) => (next > highest ? next : highest), 0n);
  }

  async #settle(operation: SentOperation, { status }: OperationOutcome): Promise<void> {
    if (!operation.isSettled && (status === 'included' || status === 'replaced'))
      await this.#deps.log.save({ ...operation, isSettled: true });
  }
}

/** @see https://eips.ethereum.org/EIPS/eip-5792#status-codes-for-status-field */
const statusOf = (outcome: OperationOutcome): { readonly status: number; readonly receipts?: readonly unknown[] } => {
  switch (outcome.status) {
    case 'included':
      return { status: outcome.receipt.status === '0x1' ? 200 : 500, receipts: [outcome.receipt] };
    case 'pending':
      return { status: 100 };
    default:
      return { status: 400 };
  }
};
