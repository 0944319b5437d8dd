import { base58 } from '@scure/base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SolanaNode } from '../../../../adapters/solana/solana-node.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { codeOf, patient, settled } from '../../../../testing/contracts/test-api.js';
import { JsonRpcNode } from '../support/json-rpc-node.js';
import { DEVNET, MAINNET, solanaNetwork } from '../support/solana-networks.js';

const SIGNATURE = new Uint8Array(64).fill(5);
/** Signed by somebody, and nothing in it. */
const TRANSACTION = Uint8Array.from([1, ...SIGNATURE, 1, 0, 0, 1, ...new Uint8Array(32).fill(1), ...new Uint8Array(32).fill(3), 0]);
const HASH = base58.encode(SIGNATURE);

const startNode = async (genesis: string): Promise<JsonRpcNode> => {
  const node = await JsonRpcNode.start();
  node.answers.set('getGenesisHash', () => `${genesis}KuQuWL4MX`);
  node.answers.set('sendTransaction', () => HASH);
  return node;
};

/** A node's word on a transaction. */
const refuses = (node: JsonRpcNode, err: string): void => {
  node.answers.set('sendTransaction', () => {
    throw Object.assign(new Error('Transaction simulation failed'), { code: -32_002, data: { err } });
  });
};

describe('a broadcast on Solana', () => {
  let first: JsonRpcNode;
  let second: JsonRpcNode;
  let node: SolanaNode;

  beforeEach(async () => {
    [first, second] = await Promise.all([startNode(MAINNET), startNode(MAINNET)]);
    node = new SolanaNode(new FakeClock());
  });
  afterEach(() => node.dispose());

  const send = (urls: readonly string[] = [first.url, second.url], signal = patient()): Promise<string> =>
    node.broadcast({ transaction: TRANSACTION, network: solanaNetwork(MAINNET, ...urls), options: {}, life: { durable: false } }, signal);
  /** The first node takes what it is given, and its answer is lost. */
  const loseAnswer = (): void => {
    first.answers.set('sendTransaction', () => {
      first.mode = { status: 502 };
      return HASH;
    });
  };
  const sends = ({ requests }: JsonRpcNode): number => requests.filter(({ method }) => method === 'sendTransaction').length;

  it('failed where the first node that got it says no', async () => {
    refuses(first, 'BlockhashNotFound');
    expect([await codeOf(send()), sends(second)]).toEqual(['send/expired', 0]);
    refuses(first, 'InsufficientFundsForFee');
    expect(await codeOf(send())).toBe('send/refused');
  });

  it('may be out where a node that got it did not answer, whatever the next one says', async () => {
    loseAnswer();
    refuses(second, 'InsufficientFundsForFee');
    const error = await send().catch((thrown: unknown) => thrown);
    expect(isLatchkeyError(error, 'network/unknown-outcome') && error.context.hash).toBe(HASH);
  });

  it('is out where the next node has it already', async () => {
    loseAnswer();
    refuses(second, 'AlreadyProcessed');
    expect(await send()).toBe(HASH);
  });

  it('may be out where the only other node is of another chain', async () => {
    const devnet = await startNode(DEVNET);
    loseAnswer();
    expect(await codeOf(send([first.url, devnet.url]))).toBe('network/unknown-outcome');
  });

  it('never left where no node could be asked', async () => {
    first.mode = { status: 503 };
    expect(await codeOf(send([first.url]))).toBe('network/rpc-failed');
  });

  it('goes on without whoever left after it went out, and does not begin for who left before', async () => {
    const controller = new AbortController();
    first.answers.set('sendTransaction', () => {
      controller.abort('left');
      return HASH;
    });
    expect(await send([first.url], controller.signal)).toBe(HASH);
    await expect(send([first.url], controller.signal)).rejects.toBe('left');
    await settled();
    expect(sends(first)).toBe(1);
  });
});
