import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseJson, toBigInt } from '../../../../adapters/solana/parse-json.js';
import { SolanaChain } from '../../../../adapters/solana/solana-chain.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeLocks } from '../../../../application/ports/locks.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { formatAssetId } from '../../../../domain/caip/caip-19.js';
import { codeOf, flushPromises, neverAborted } from '../../../../testing/contracts/test-api.js';
import { JsonRpcClient } from '../support/json-rpc-node.js';
import { DEVNET, MAINNET, solanaNetwork } from '../support/solana-networks.js';

const ALICE = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';

const startNode = async (genesis: string, lamports: number): Promise<JsonRpcClient> => {
  const node = await JsonRpcClient.start();
  node.responses.set('getGenesisHash', () => `${genesis}KuQuWL4MX`);
  node.responses.set('getBalance', () => ({ context: { slot: 1 }, value: lamports }));
  return node;
};

describe('Solana RPC', () => {
  let first: JsonRpcClient;
  let second: JsonRpcClient;
  let clock: FakeClock;
  let chain: SolanaChain;

  beforeEach(async () => {
    [first, second] = await Promise.all([startNode(MAINNET, 1), startNode(MAINNET, 2)]);
    clock = new FakeClock();
    chain = new SolanaChain({ storage: new FakeStorage(), locks: new FakeLocks(), clock });
  });
  afterEach(() => chain.dispose());

  const balance = async (network = solanaNetwork(MAINNET, first.url, second.url)): Promise<bigint> =>
    (await chain.getBalance({ address: ALICE, network }, neverAborted())).value;

  it('reads from the first node, and checks its chain once', async () => {
    expect([await balance(), await balance()]).toEqual([1n, 1n]);
    expect(first.requests.map(({ method }) => method)).toEqual(['getGenesisHash', 'getBalance', 'getBalance']);
    expect(second.requests).toEqual([]);
  });

  it.each([
    ['HTTP 503', { status: 503 }],
    ['HTTP 429', { status: 429 }],
    ['HTML', 'nonsense'],
    ['an RPC error', { rpcError: -32_005 }],
  ] as const)('falls back to the next node on %s, and keeps using it', async (_, mode) => {
    first.mode = mode;
    expect(await balance()).toBe(2n);
    first.mode = 'working';
    expect(await balance()).toBe(2n);
  });

  it('falls back after a timeout of ten seconds, and rejects without another node', async () => {
    first.mode = 'silent';
    const reading = balance();
    while (first.requests.length === 0) await flushPromises();
    await clock.run(10_000);
    expect(await reading).toBe(2n);
    const alone = codeOf(balance(solanaNetwork(MAINNET, first.url)));
    while (first.requests.length === 1) await flushPromises();
    await clock.run(10_000);
    expect(await alone).toBe('network/timeout');
  });

  it('skips a node on another chain, and rejects without another node', async () => {
    const devnet = await startNode(DEVNET, 9);
    expect(await balance(solanaNetwork(MAINNET, devnet.url, second.url))).toBe(2n);
    const error = await balance(solanaNetwork(MAINNET, devnet.url)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'network/wrong-node',
      context: { chainId: `solana:${MAINNET}`, nodeChainId: `solana:${DEVNET}` },
    });
    expect(devnet.requests.map(({ method }) => method)).not.toContain('getBalance');
  });

  describe('batches', () => {
    const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    const assets = [formatAssetId({ chainId: solanaNetwork(MAINNET, '').caipNetworkId, assetNamespace: 'token', assetReference: MINT })];
    const both = () =>
      chain.services.getBalances({ address: ALICE, assets, network: solanaNetwork(MAINNET, first.url, second.url) }, neverAborted());

    beforeEach(() => {
      for (const [node, lamports] of [
        [first, 1],
        [second, 2],
      ] as const) {
        const account = { lamports, owner: ALICE, data: ['', 'base64'] };
        node.responses.set('getMultipleAccounts', ([accounts]) => ({
          value: (accounts as string[]).map((each) => (each === ALICE ? account : null)),
        }));
        node.responses.set('getTokenAccountsByOwner', () => ({ value: [] }));
      }
    });

    it('are sent in one request, with responses in any order', async () => {
      expect(await both()).toEqual({ coin: { value: 1n, symbol: 'SOL', decimals: 9 }, assets: [] });
      expect(first.batches).toEqual([1, 3]);
    });

    it('are sent one by one to a node without batch support, detected once', async () => {
      first.canBatch = false;
      expect([(await both()).coin.value, (await both()).coin.value]).toEqual([1n, 1n]);
      expect(first.batches).toEqual([1, 3, 1, 1, 1, 1, 1, 1]);
      expect(second.requests).toEqual([]);
    });

    it.each([{ status: 503 }, { status: 429 }, 'nonsense', { rpcError: -32_005 }] as const)(
      'fall back to the next node on %o',
      async (mode) => {
        await both();
        first.mode = mode;
        expect((await both()).coin.value).toBe(2n);
        expect(first.batches.slice(0, 3)).toEqual([1, 3, 3]);
      },
    );
  });

  it('sends equal concurrent reads once', async () => {
    expect(await Promise.all([balance(), balance(), balance()])).toEqual([1n, 1n, 1n]);
    expect(first.requests.filter(({ method }) => method === 'getBalance')).toHaveLength(1);
  });

  it.each([null, { value: 'many' }, { value: -0.5 }, {}])('rejects %j as a balance', async (response) => {
    first.responses.set('getBalance', () => response);
    expect(await codeOf(balance(solanaNetwork(MAINNET, first.url)))).toBe('network/rpc-failed');
  });

  it('rejects invalid addresses, and every read after dispose', async () => {
    const network = solanaNetwork(MAINNET, first.url);
    expect(await codeOf(chain.getBalance({ address: '0x00', network }, neverAborted()))).toBe('address/invalid');
    chain.dispose();
    expect(await codeOf(balance(network))).toBe('config/disposed');
    expect(first.requests).toEqual([]);
  });
});

describe('parseJson', () => {
  it('keeps large integers and strings exact', () =>
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.string(), (lamports, text) => {
        const parsed = Object(parseJson(`{"value": ${lamports}, ${JSON.stringify(text)}: [${JSON.stringify(text)}, -1.5e3]}`));
        if (text !== 'value') expect([toBigInt(parsed.value), parsed[text]]).toEqual([lamports, [text, -1500]]);
      }),
    ));

  it('leaves digits inside strings unchanged', () => {
    expect(parseJson('{"log":"paid 12345678901234567890 \\" 12345678901234567890"}')).toEqual({
      log: 'paid 12345678901234567890 " 12345678901234567890',
    });
  });
});
