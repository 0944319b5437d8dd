import { base58 } from '@scure/base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SolanaNode } from '../../../../adapters/solana/solana-node.js';
import { UniqueLimits } from '../../../../adapters/solana/unique-limits.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeLocks } from '../../../../application/ports/locks.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { codeOf, flushPromises, neverAborted } from '../../../../testing/contracts/test-api.js';
import { JsonRpcClient } from '../support/json-rpc-node.js';
import { DEVNET, MAINNET, solanaNetwork } from '../support/solana-networks.js';

const SIGNATURE = new Uint8Array(64).fill(5);
/** A signed transaction without instructions. */
const TRANSACTION = Uint8Array.from([1, ...SIGNATURE, 1, 0, 0, 1, ...new Uint8Array(32).fill(1), ...new Uint8Array(32).fill(3), 0]);
const HASH = base58.encode(SIGNATURE);

const startNode = async (genesis: string): Promise<JsonRpcClient> => {
  const node = await JsonRpcClient.start();
  node.responses.set('getGenesisHash', () => `${genesis}KuQuWL4MX`);
  node.responses.set('sendTransaction', () => HASH);
  return node;
};

/** Makes a node reject transactions with an error. */
const setRejection = (node: JsonRpcClient, err: string): void => {
  node.responses.set('sendTransaction', () => {
    throw Object.assign(new Error('Transaction simulation failed'), { code: -32_002, data: { err } });
  });
};

describe('SolanaNode.broadcast', () => {
  let first: JsonRpcClient;
  let second: JsonRpcClient;
  let node: SolanaNode;

  beforeEach(async () => {
    [first, second] = await Promise.all([startNode(MAINNET), startNode(MAINNET)]);
    node = new SolanaNode(new FakeClock(), new UniqueLimits(new FakeStorage(), new FakeLocks()));
  });
  afterEach(() => node.dispose());

  const send = (urls: readonly string[] = [first.url, second.url], signal = neverAborted()): Promise<string> =>
    node.broadcast(
      { transaction: TRANSACTION, network: solanaNetwork(MAINNET, ...urls), options: {}, lifetime: { durable: false } },
      signal,
    );
  /** The first node accepts the transaction, but its response is lost. */
  const loseResponse = (): void => {
    first.responses.set('sendTransaction', () => {
      first.mode = { status: 502 };
      return HASH;
    });
  };
  const sends = ({ requests }: JsonRpcClient): number => requests.filter(({ method }) => method === 'sendTransaction').length;

  it('rejects when the first node rejects the transaction', async () => {
    setRejection(first, 'BlockhashNotFound');
    expect([await codeOf(send()), sends(second)]).toEqual(['send/expired', 0]);
    setRejection(first, 'InsufficientFundsForFee');
    expect(await codeOf(send())).toBe('send/refused');
  });

  it('reports an unknown outcome when one node did not respond, whatever the next one returns', async () => {
    loseResponse();
    setRejection(second, 'InsufficientFundsForFee');
    const error = await send().catch((thrown: unknown) => thrown);
    expect(isLatchkeyError(error, 'network/unknown-outcome') && error.context.hash).toBe(HASH);
  });

  it('resolves when the next node already has the transaction', async () => {
    loseResponse();
    setRejection(second, 'AlreadyProcessed');
    expect(await send()).toBe(HASH);
  });

  it('reports an unknown outcome when the only other node is on another chain', async () => {
    const devnet = await startNode(DEVNET);
    loseResponse();
    expect(await codeOf(send([first.url, devnet.url]))).toBe('network/unknown-outcome');
  });

  it('reports that nothing was sent when no node is reachable', async () => {
    first.mode = { status: 503 };
    expect(await codeOf(send([first.url]))).toBe('network/rpc-failed');
  });

  it('ignores an abort after sending, and sends nothing after an earlier abort', async () => {
    const controller = new AbortController();
    first.responses.set('sendTransaction', () => {
      controller.abort('aborted');
      return HASH;
    });
    expect(await send([first.url], controller.signal)).toBe(HASH);
    await expect(send([first.url], controller.signal)).rejects.toBe('aborted');
    await flushPromises();
    expect(sends(first)).toBe(1);
  });
});
