import type { IncomingMessage, ServerResponse } from 'node:http';
import { Psbt, Transaction } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { coinsOf } from '../../../../adapters/bip122/bitcoinjs/psbt.js';
import { SendBitcoin, type SendBitcoinOptions } from '../../../../adapters/bip122/bitcoinjs/send-bitcoin.js';
import { CoinsInUse } from '../../../../adapters/bip122/coins-in-use.js';
import { Esplora } from '../../../../adapters/bip122/esplora/esplora.js';
import type { FeeQuote } from '../../../../application/ports/chain-services.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeLocks } from '../../../../application/ports/locks.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import type { TransactionRequest } from '../../../../application/ports/transaction-request.js';
import { formatAccountId } from '../../../../domain/caip/caip-10.js';
import { isLatchkeyError, LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import type { ReplacementMode } from '../../../../domain/send/replacement.js';
import { transferDigest } from '../../../../domain/send/reviewed-transfer.js';
import { codeOf, flushPromises, neverAborted } from '../../../../testing/contracts/test-api.js';
import { type Bip122TestAddressType, type Bip122TestKey, bip122TestKey } from '../../../../testing/wallets/bip122-keys.js';
import { extractTestTransaction, signTestPsbt } from '../../../../testing/wallets/bip122-signing.js';
import { bitcoinTestNetwork } from '../../../integration/support/bitcoin-network.js';
import { type EsploraResponses, EsploraService } from '../support/esplora-service.js';

const TO = bip122TestKey('p2wpkh', 'recipient').addressOn('regtest');

/** A service that accepts transactions. */
class Service extends EsploraService {
  /** Broadcast transactions, in hex. */
  readonly broadcasts: string[] = [];
  /** Called with each broadcast txid, before the response. */
  onBroadcast: (txid: string) => void = () => undefined;
  /** Maximum number of concurrent requests. */
  maxConcurrent = 0;
  #open = 0;

  static override start(): Promise<Service> {
    return new Service({ '/fee-estimates': [200, '{"1":5}'], '/tx': (body) => Transaction.fromHex(body).getId() }).listen();
  }

  protected override async respond(body: string, response: ServerResponse, request: IncomingMessage): Promise<unknown> {
    this.#open += 1;
    this.maxConcurrent = Math.max(this.maxConcurrent, this.#open);
    response.on('close', () => {
      this.#open -= 1;
    });
    // Lets concurrent requests arrive.
    await flushPromises();
    if (request.method === 'POST') {
      this.broadcasts.push(body);
      this.onBroadcast(Transaction.fromHex(body).getId());
    }
    return super.respond(body, response, request);
  }
}

/** A transaction that funds a key. */
const coinOf = ({ script }: Bip122TestKey, sats: bigint, spends = 0): Transaction => {
  const transaction = new Transaction();
  transaction.addInput(new Uint8Array(32).fill(7), spends);
  transaction.addOutput(script, sats);
  return transaction;
};

interface Fixture {
  readonly services: readonly Service[];
  readonly key: Bip122TestKey;
  readonly storage: FakeStorage;
  readonly clock: FakeClock;
  /** PSBTs sent to the wallet, in base64. */
  readonly psbts: string[];
  send(options?: SendOptions): Promise<string>;
  /** The error code, or `no error`. */
  outcome(options?: SendOptions): Promise<string>;
  estimate(): Promise<readonly FeeQuote[]>;
  /** Replaces a transaction. The reason of a refusal, another error code, or `no error`. */
  replace(hash: string, mode: ReplacementMode, walletSends?: SendOptions['walletSends']): Promise<string>;
  /** Another tab, or the page after a reload. */
  otherTab(): Fixture;
  /** Closes the tab with its pending payments. */
  close(): void;
}

interface SendOptions {
  readonly request?: Partial<TransactionRequest>;
  readonly signal?: AbortSignal;
  /** Called with the prompt; may reject it. */
  readonly onPrompt?: () => Promise<void>;
  /** The wallet signs and broadcasts in one step, with this response. */
  readonly walletSends?: (txid: string) => Promise<string>;
}

/** A wallet with coins of 100 000 satoshis each, whose value the services report as `reportedSats`. */
const setUp = async (
  type: Bip122TestAddressType,
  { reportedSats = 100_000, count = 1, coins: coinCount = 1, value = 20_000n, rate = 5 } = {},
): Promise<Fixture> => {
  const services = await Promise.all(Array.from({ length: count }, () => Service.start()));
  const key = bip122TestKey(type, 'sender');
  const address = key.addressOn('regtest');
  const coins = Array.from({ length: coinCount }, (_, spends) => coinOf(key, 100_000n, spends));
  const utxos = coins.map((coin) => ({ txid: coin.getId(), vout: 0, value: reportedSats, status: { confirmed: true } }));
  for (const { responses } of services) {
    responses['/fee-estimates'] = [200, JSON.stringify({ 1: rate })];
    responses[`/address/${address}/utxo`] = [200, JSON.stringify(utxos)];
    for (const coin of coins) responses[`/tx/${coin.getId()}/hex`] = [200, coin.toHex()];
  }
  const network = bitcoinTestNetwork('regtest', ...services.map(({ url }) => url));
  const clock = new FakeClock();
  const psbts: string[] = [];
  const publicKey = Buffer.from(key.publicKey).toString('hex');
  const openTab = (storage: FakeStorage, locks: FakeLocks): Fixture => {
    const esplora = new Esplora(clock, () => services.map(({ url }) => url));
    const coinsInUse = new CoinsInUse(storage, clock);
    const sender = new SendBitcoin({ esplora, networks: () => [network], coinsInUse, locks, clock });
    const request: TransactionRequest = { from: formatAccountId(network.caipNetworkId, address), to: TO, value };
    const signer = (
      walletSends: SendOptions['walletSends'],
      onPrompt?: SendOptions['onPrompt'],
    ): Pick<SendBitcoinOptions, 'signPsbt' | 'signAndSendPsbt'> =>
      walletSends === undefined
        ? {
            signPsbt: async (psbt, inputs) => {
              psbts.push(psbt);
              await onPrompt?.();
              return signTestPsbt(psbt, [key], { inputs });
            },
          }
        : {
            signAndSendPsbt: async (psbt) => {
              psbts.push(psbt);
              return walletSends((await extractTestTransaction(await signTestPsbt(psbt, [key]))).txid);
            },
          };
    const send = ({ request: changes = {}, signal = neverAborted(), onPrompt, walletSends }: SendOptions = {}): Promise<string> =>
      sender.send(
        {
          request: { ...request, ...changes },
          from: { namespace: 'bip122', address, type: 'payment', publicKey },
          ...signer(walletSends, onPrompt),
        },
        signal,
      );
    return {
      services,
      key,
      storage,
      clock,
      psbts,
      send,
      outcome: (options) => codeOf(send(options)),
      estimate: () => sender.estimateFees({ transaction: request, network }, neverAborted()),
      replace: async (hash, mode, walletSends) => {
        const replacing = sender.replace(
          {
            request: { from: request.from, hash, mode },
            from: { namespace: 'bip122', address, type: 'payment', publicKey },
            ...signer(walletSends),
          },
          neverAborted(),
        );
        const error = await replacing.then(
          () => null,
          (cause: unknown) => cause,
        );
        return isLatchkeyError(error, 'send/not-replaceable') ? error.context.reason : codeOf(replacing);
      },
      otherTab: () => openTab(storage.otherTab(), locks.otherTab()),
      close: () => locks.close(),
    };
  };
  return openTab(new FakeStorage(), new FakeLocks());
};

const first = ({ services: [service] }: Fixture): Service => service as Service;

const TYPES: readonly Bip122TestAddressType[] = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'];

describe('a payment that was reviewed', () => {
  it.each(TYPES)('is compared with what the wallet gets: %s', async (type) => {
    const fixture = await setUp(type);
    const digest = (to: string, value: bigint | null): string =>
      transferDigest({ chainId: bitcoinTestNetwork('regtest').caipNetworkId, to, token: null, value });
    const outcome = (reviewed: string): Promise<string> => fixture.outcome({ request: { reviewed } });
    const own = fixture.key.addressOn('regtest');
    expect([await outcome(digest(own, 20_000n)), await outcome(digest(TO, 20_001n))]).toEqual([
      'send/request-tampered',
      'send/request-tampered',
    ]);
    expect(fixture.psbts).toEqual([]);
    expect(await outcome(digest(TO, 20_000n))).toBe('no error');
    const other = await setUp(type);
    expect(await other.outcome({ request: { reviewed: digest(TO, null), all: true } })).toBe('no error');
  });
});

describe('service with wrong coin data', () => {
  it.each(TYPES)('does not affect an honest service: %s', async (type) => {
    const fixture = await setUp(type);
    const txid = await fixture.send();
    expect(first(fixture).broadcasts.map((hex) => Transaction.fromHex(hex).getId())).toEqual([txid]);
  });

  // The difference between inputs and outputs is the fee: an understated coin would be lost.
  it.each(['p2pkh', 'p2sh-p2wpkh', 'p2wpkh'] as const)('cannot make the user overpay the fee: %s', async (type) => {
    for (const reportedSats of [30_000, 99_999, 200_000]) {
      const fixture = await setUp(type, { reportedSats });
      expect(await fixture.outcome()).toBe('network/rpc-failed');
      expect([fixture.psbts, first(fixture).broadcasts]).toEqual([[], []]);
    }
  });

  it('cannot substitute the funding transaction', async () => {
    const fixture = await setUp('p2wpkh');
    const coin = coinOf(fixture.key, 100_000n);
    first(fixture).responses[`/tx/${coin.getId()}/hex`] = [200, coinOf(fixture.key, 500_000n).toHex()];
    expect([await fixture.outcome(), fixture.psbts]).toEqual(['network/rpc-failed', []]);
    first(fixture).responses[`/tx/${coin.getId()}/hex`] = [200, '<html></html>'];
    expect([await fixture.outcome(), fixture.psbts]).toEqual(['network/rpc-failed', []]);
  });

  it('cannot list a coin twice', async () => {
    const fixture = await setUp('p2wpkh');
    const path = Object.keys(first(fixture).responses).find((each) => each.endsWith('/utxo')) ?? '';
    const [, list] = first(fixture).responses[path] as readonly [number, string];
    const [utxo] = JSON.parse(list) as readonly object[];
    first(fixture).responses[path] = [200, JSON.stringify([utxo, utxo])];
    expect([await fixture.outcome(), fixture.psbts]).toEqual(['network/rpc-failed', []]);
  });

  it('is read with few concurrent requests, so that none times out', async () => {
    const fixture = await setUp('p2wpkh', { coins: 40, value: 3_900_000n });
    await fixture.send();
    expect(Psbt.fromBase64(fixture.psbts[0] ?? '').inputCount).toBe(40);
    expect(first(fixture).maxConcurrent).toBeLessThanOrEqual(6);
  });

  it('is checked by the wallet too, with the full funding transaction', async () => {
    const fixture = await setUp('p2wpkh');
    await fixture.send();
    const [input] = Psbt.fromBase64(fixture.psbts[0] ?? '').data.inputs;
    expect(input?.nonWitnessUtxo === undefined ? '' : Transaction.fromBuffer(input.nonWitnessUtxo).getId()).toBe(
      coinOf(fixture.key, 100_000n).getId(),
    );
  });

  it.each([
    ['HTTP 400', [400, 'Too many unspent outputs']],
    ['HTTP 404', [404, 'Not Found']],
  ] as const)('rejects when it returns %s', async (_name, response) => {
    const fixture = await setUp('p2wpkh');
    first(fixture).responses[`/address/${fixture.key.addressOn('regtest')}/utxo`] = response;
    expect(await fixture.outcome()).toBe('network/rpc-failed');
  });
});

describe('broadcast', () => {
  it('falls back to the next service when one returns HTML', async () => {
    const fixture = await setUp('p2wpkh', { count: 2 });
    first(fixture).responses['/tx'] = [200, '<html>Welcome to our network</html>'];
    const txid = await fixture.send();
    expect(fixture.services[1]?.broadcasts.map((hex) => Transaction.fromHex(hex).getId())).toEqual([txid]);
  });

  const SPENT = [400, 'sendrawtransaction RPC error: {"code":-25,"message":"bad-txns-inputs-missingorspent"}'] as const;

  /** The txid of the transaction that the wallet signed. */
  const signedTxid = async ({ psbts, key }: Fixture): Promise<string> =>
    (await extractTestTransaction(await signTestPsbt(psbts[0] ?? '', [key]))).txid;

  // A service that did not answer may have forwarded the transaction: no answer of another one proves the contrary.
  it.each([
    ['dropped the connection', 'hang up'],
    ['failed', [502, 'Bad Gateway']],
    ['returned HTML', [200, '<html>Welcome to our network</html>']],
  ] as const)('is of unknown outcome once a service %s', async (_name, unanswered) => {
    for (const other of [SPENT, [400, 'min relay fee not met'], [403, 'Forbidden'], [404, 'Not Found'], [429, 'Slow down']] as const) {
      for (const order of [0, 1]) {
        const fixture = await setUp('p2wpkh', { count: 2 });
        const [a, b] = order === 0 ? fixture.services : [...fixture.services].reverse();
        (a as Service).responses['/tx'] = unanswered;
        (b as Service).responses['/tx'] = other;
        const error: unknown = await fixture.send().catch((reason: unknown) => reason);
        expect(isLatchkeyError(error, 'network/unknown-outcome') && error.context.hash).toBe(await signedTxid(fixture));
      }
    }
  });

  it('is of unknown outcome when one service drops the connection and the other is on another network', async () => {
    const fixture = await setUp('p2wpkh', { count: 2 });
    first(fixture).responses['/tx'] = 'hang up';
    (fixture.services[1] as Service).responses['/block-height/0'] = [200, '0'.repeat(64)];
    expect(await fixture.outcome()).toBe('network/unknown-outcome');
  });

  it('resolves when a service rejects the transaction and the next one takes it', async () => {
    for (const response of [[403, 'Forbidden'], [404, 'Not Found'], SPENT, [400, 'min relay fee not met']] as const) {
      const fixture = await setUp('p2wpkh', { count: 2 });
      first(fixture).responses['/tx'] = response;
      expect(await fixture.send()).toBe(await signedTxid(fixture));
    }
  });

  it.each(['txn-already-in-mempool', 'Transaction already in block chain', 'transaction already known', 'txn-already-known'])(
    'resolves when a service responds %s',
    async (message) => {
      const fixture = await setUp('p2wpkh');
      first(fixture).responses['/tx'] = [400, `sendrawtransaction RPC error: {"code":-27,"message":"${message}"}`];
      expect(await fixture.send()).toBe(await signedTxid(fixture));
    },
  );

  it('resolves when a service has the transaction that it rejected', async () => {
    const fixture = await setUp('p2wpkh');
    first(fixture).onBroadcast = (txid) => {
      first(fixture).responses[`/tx/${txid}`] = [200, '{"vin":[]}'];
    };
    first(fixture).responses['/tx'] = SPENT;
    expect(await fixture.send()).toBe(await signedTxid(fixture));
  });

  it('is of unknown outcome when a service that rejected the transaction does not say if it has it', async () => {
    const fixture = await setUp('p2wpkh');
    first(fixture).onBroadcast = (txid) => {
      first(fixture).responses[`/tx/${txid}`] = 'hang up';
    };
    first(fixture).responses['/tx'] = SPENT;
    expect(await fixture.outcome()).toBe('network/unknown-outcome');
  });

  it('rejects when every service rejects the transaction', async () => {
    const fixture = await setUp('p2wpkh', { count: 2 });
    for (const { responses } of fixture.services) responses['/tx'] = [400, 'min relay fee not met'];
    expect(await fixture.outcome()).toBe('send/refused');
  });

  it('rejects when the only service reports spent inputs', async () => {
    const fixture = await setUp('p2wpkh');
    first(fixture).responses['/tx'] = [400, 'sendrawtransaction RPC error: {"code":-25,"message":"bad-txns-inputs-missingorspent"}'];
    expect(await fixture.outcome()).toBe('send/input-spent');
  });
});

/** The coins that each PSBT spends. */
const spentCoins = ({ psbts }: Fixture): readonly string[][] =>
  psbts.map((psbt) => coinsOf(psbt).map(({ txid, vout }) => `${txid}:${vout}`));

/** Checks that no coin is spent by two payments. */
const expectDisjoint = (fixture: Fixture): void => {
  const spent = spentCoins(fixture).flat();
  expect(new Set(spent).size).toBe(spent.length);
};

/** Makes every service respond to broadcasts with this. */
const answer = ({ services }: Fixture, response: EsploraResponses[string]): void => {
  for (const { responses } of services) responses['/tx'] = response;
};

const acceptAll = (fixture: Fixture): void => answer(fixture, (body) => Transaction.fromHex(body).getId());

describe('coins of payments under way', () => {
  // The services list the coins of a payment until they know of it: a second payment with them would replace the first one.
  it('are not spent by an equal payment: each has its own txid', async () => {
    const fixture = await setUp('p2wpkh', { coins: 2 });
    const txids = [await fixture.send(), await fixture.send()];
    expect(new Set(txids).size).toBe(2);
    expect(first(fixture).broadcasts).toHaveLength(2);
    expectDisjoint(fixture);
    expect(await fixture.outcome()).toBe('send/coins-in-use');
  });

  it('are not spent after an unknown outcome, a reload, or from another tab', async () => {
    const fixture = await setUp('p2wpkh', { coins: 3 });
    answer(fixture, 'hang up');
    expect(await fixture.outcome()).toBe('network/unknown-outcome');
    acceptAll(fixture);
    await fixture.otherTab().send();
    await fixture.otherTab().send();
    expectDisjoint(fixture);
    expect(await fixture.otherTab().outcome()).toBe('send/coins-in-use');
    expect(await codeOf(fixture.estimate())).toBe('send/coins-in-use');
  });

  it('are planned and signed for one payment at a time, in all tabs', async () => {
    const fixture = await setUp('p2wpkh', { coins: 3 });
    let prompts = 0;
    let maxPrompts = 0;
    const onPrompt = async (): Promise<void> => {
      prompts += 1;
      maxPrompts = Math.max(maxPrompts, prompts);
      await flushPromises();
      prompts -= 1;
    };
    const tabs = [fixture, fixture, fixture.otherTab()];
    const txids = await Promise.all(tabs.map((tab) => tab.send({ onPrompt })));
    expect([new Set(txids).size, maxPrompts]).toEqual([3, 1]);
    expectDisjoint(fixture);
  });

  it('are released when the user rejects', async () => {
    const fixture = await setUp('p2wpkh');
    const onPrompt = () => Promise.reject(new LatchkeyError('wallet/rejected', { method: 'signPsbt' }));
    expect(await fixture.outcome({ onPrompt })).toBe('wallet/rejected');
    expect(await fixture.outcome()).toBe('no error');
  });

  it('are released when the payment is refused', async () => {
    const fixture = await setUp('p2wpkh');
    answer(fixture, [400, 'min relay fee not met']);
    expect(await fixture.outcome()).toBe('send/refused');
    acceptAll(fixture);
    expect(await fixture.outcome()).toBe('no error');
  });

  it('are released when the run is aborted before the wallet has signed', async () => {
    const fixture = await setUp('p2wpkh');
    const controller = new AbortController();
    const onPrompt = async () => controller.abort('aborted');
    await expect(fixture.send({ onPrompt, signal: controller.signal })).rejects.toBe('aborted');
    expect(first(fixture).broadcasts).toEqual([]);
    expect(await fixture.outcome()).toBe('no error');
  });

  it('are released when the tab is closed before the wallet has signed', async () => {
    const fixture = await setUp('p2wpkh');
    const prompted = new Promise<void>((resolve) => {
      fixture
        .send({
          onPrompt: () => {
            resolve();
            return new Promise(() => undefined);
          },
        })
        .catch(() => undefined);
    });
    await prompted;
    const reloaded = fixture.otherTab();
    expect(await codeOf(reloaded.estimate())).toBe('no error');
    fixture.close();
    expect(await reloaded.outcome()).toBe('no error');
  });

  /** A payment of several coins, of which the service no longer lists the first `hidden`. */
  const setUpHidden = async ({ coins, value, hidden }: { readonly coins: number; readonly value: bigint; readonly hidden: number }) => {
    const fixture = await setUp('p2wpkh', { coins, value });
    const txid = await fixture.send();
    const [spent = []] = spentCoins(fixture);
    const service = first(fixture);
    const path = `/address/${fixture.key.addressOn('regtest')}/utxo`;
    const [, listed] = service.responses[path] as readonly [number, string];
    const hiddenCoins = spent.slice(0, hidden);
    const remaining = (JSON.parse(listed) as { txid: string }[]).filter((coin) => !hiddenCoins.includes(`${coin.txid}:0`));
    service.responses[path] = [200, JSON.stringify(remaining)];
    const setSpender = (coin: string, confirmed: boolean): void => {
      const response = JSON.stringify({ spent: true, txid, status: { confirmed } });
      service.responses[`/tx/${coin.replace(':', '/outspend/')}`] = [200, response];
    };
    for (const coin of hiddenCoins) setSpender(coin, false);
    const lookups = (): readonly string[] => service.requestedPaths.filter((each) => each.includes('/outspend/'));
    return { fixture, service, hiddenCoins, setSpender, lookups };
  };

  it('are released once one of them is spent by a confirmed transaction', async () => {
    const { fixture, hiddenCoins, setSpender } = await setUpHidden({ coins: 3, value: 150_000n, hidden: 1 });
    expect([await codeOf(fixture.estimate()), await fixture.outcome()]).toEqual(['send/coins-in-use', 'send/coins-in-use']);
    setSpender(String(hiddenCoins[0]), true);
    expect([await codeOf(fixture.estimate()), await fixture.outcome()]).toEqual(['no error', 'no error']);
  });

  it('are not looked up while the service lists them, nor for an estimate that does not depend on them', async () => {
    const listed = await setUpHidden({ coins: 3, value: 20_000n, hidden: 0 });
    expect([await codeOf(listed.fixture.estimate()), await listed.fixture.outcome()]).toEqual(['no error', 'no error']);
    const unlisted = await setUpHidden({ coins: 3, value: 20_000n, hidden: 1 });
    expect(await codeOf(unlisted.fixture.estimate())).toBe('no error');
    expect([listed.lookups(), unlisted.lookups()]).toEqual([[], []]);
    await unlisted.fixture.send();
    expect(unlisted.lookups()).toHaveLength(1);
  });

  it('are looked up at the same time, a few at once', async () => {
    const { fixture, service, lookups } = await setUpHidden({ coins: 10, value: 850_000n, hidden: 9 });
    service.maxConcurrent = 0;
    await fixture.outcome();
    expect(lookups()).toHaveLength(9);
    // How many of them arrive before the first response depends on the machine.
    expect(service.maxConcurrent).toBeGreaterThan(1);
    expect(service.maxConcurrent).toBeLessThanOrEqual(6);
  });

  it('are released after two weeks, when no node has the payment any more', async () => {
    const fixture = await setUp('p2wpkh');
    answer(fixture, 'hang up');
    expect(await fixture.outcome()).toBe('network/unknown-outcome');
    acceptAll(fixture);
    fixture.clock.advance(13 * 24 * 3_600_000);
    expect(await fixture.outcome()).toBe('send/coins-in-use');
    fixture.clock.advance(24 * 3_600_000);
    expect(await fixture.outcome()).toBe('no error');
  });

  describe('of a wallet that broadcasts', () => {
    const rejected = new LatchkeyError('wallet/rejected', { method: 'signAndSendTransaction' });

    it('are in use once it has signed', async () => {
      const fixture = await setUp('p2wpkh', { coins: 2 });
      await fixture.send({ walletSends: async (txid) => txid });
      await fixture.send();
      expectDisjoint(fixture);
    });

    it('are released when the user rejects, and not for other errors', async () => {
      const fixture = await setUp('p2wpkh');
      expect(await fixture.outcome({ walletSends: () => Promise.reject(rejected) })).toBe('wallet/rejected');
      const failed = new LatchkeyError('wallet/request-failed', { method: 'signAndSendTransaction', rpcCode: null });
      expect(await fixture.outcome({ walletSends: () => Promise.reject(failed) })).toBe('wallet/request-failed');
      expect(await fixture.outcome()).toBe('send/coins-in-use');
      fixture.clock.advance(3_600_000);
      expect(await fixture.outcome()).toBe('no error');
    });

    it('are in use when its response is not a txid: the outcome is unknown', async () => {
      const fixture = await setUp('p2wpkh');
      const invalid = new LatchkeyError('wallet/invalid-response', { method: 'signAndSendTransaction' });
      const error: unknown = await fixture.send({ walletSends: () => Promise.reject(invalid) }).catch((reason: unknown) => reason);
      const { txid } = await extractTestTransaction(await signTestPsbt(fixture.psbts[0] ?? '', [fixture.key]));
      expect(isLatchkeyError(error, 'network/unknown-outcome') && error.context.hash).toBe(txid);
      expect(await fixture.outcome()).toBe('send/coins-in-use');
    });
  });
});

describe('a replacement', () => {
  /** A waiting payment with change, as the services report it. */
  const setUpWaiting = async (type: Bip122TestAddressType, { sequence = 0xfffffffd, isChangeSpent = false, blockHeight = 0 } = {}) => {
    const fixture = await setUp(type);
    const { responses } = first(fixture);
    const transaction = new Transaction();
    transaction.addInput(coinOf(fixture.key, 100_000n).getHash(), 0, sequence);
    transaction.addOutput(bip122TestKey('p2wpkh', 'recipient').script, 20_000n);
    transaction.addOutput(fixture.key.script, 79_000n);
    const hash = transaction.getId();
    const status = blockHeight === 0 ? { confirmed: false } : { confirmed: true, block_height: blockHeight, block_hash: '00'.repeat(32) };
    responses[`/tx/${hash}/status`] = [200, JSON.stringify(status)];
    responses[`/tx/${hash}/hex`] = [200, transaction.toHex()];
    responses[`/tx/${hash}/outspend/1`] = [200, JSON.stringify(isChangeSpent ? { spent: true, txid: 'ab'.repeat(32) } : { spent: false })];
    return { fixture, hash };
  };
  const MODES = ['speed-up', 'cancel'] as const;

  it.each(MODES)(
    'is of unknown outcome after a response that is not a txid, and keeps its coins until the wallet rejects: %s',
    async (mode) => {
      const { fixture, hash } = await setUpWaiting('p2wpkh');
      const method = 'signAndSendTransaction';
      const answers = (code: 'wallet/invalid-response' | 'wallet/rejected') => () => Promise.reject(new LatchkeyError(code, { method }));
      expect(await fixture.replace(hash, mode, answers('wallet/invalid-response'))).toBe('network/unknown-outcome');
      expect(await fixture.replace(hash, mode, answers('wallet/rejected'))).toBe('wallet/rejected');
      // The coin of the first transaction stays in use.
      expect(await fixture.outcome()).toBe('send/coins-in-use');
    },
  );

  describe.each(TYPES)('from %s', (type) => {
    it.each(MODES)('spends the coins of the first transaction: %s', async (mode) => {
      const { fixture, hash } = await setUpWaiting(type);
      expect(await fixture.replace(hash, mode)).toBe('no error');
      const [sent] = first(fixture).broadcasts.map((hex) => Transaction.fromHex(hex));
      expect(sent?.ins.map((input) => Buffer.from(input.hash).toString('hex'))).toEqual([
        Buffer.from(coinOf(fixture.key, 100_000n).getHash()).toString('hex'),
      ]);
    });

    it.each([
      ['final', 'no input signals that it may be replaced', { sequence: 0xfffffffe }],
      ['final', 'its inputs have no sequence', { sequence: 0xffffffff }],
      ['spent', 'its change is spent already', { isChangeSpent: true }],
      ['settled', 'it is in a block', { blockHeight: 7 }],
    ] as const)('is refused before the prompt as %s: %s', async (reason, _why, options) => {
      const { fixture, hash } = await setUpWaiting(type, options);
      for (const mode of MODES) expect(await fixture.replace(hash, mode)).toBe(reason);
      expect([fixture.psbts, first(fixture).broadcasts]).toEqual([[], []]);
    });
  });
});

describe('fee of a service', () => {
  it.each([
    ['5 satoshi per virtual byte', 5, 20_000n, 'no error'],
    ['more than a tenth of a small amount, but usual', 30, 20_000n, 'no error'],
    ['100 satoshi per virtual byte for a small amount', 100, 20_000n, 'send/fee-too-high'],
    ['500 satoshi per virtual byte', 500, 25_000n, 'send/fee-too-high'],
  ])('%s', async (_name, rate, value, outcome) => {
    const fixture = await setUp('p2wpkh', { rate, value });
    expect(await fixture.outcome()).toBe(outcome);
    expect(fixture.psbts).toHaveLength(outcome === 'no error' ? 1 : 0);
  });

  it('is paid if the user accepted it', async () => {
    const fixture = await setUp('p2wpkh', { rate: 100 });
    const [, normal] = await fixture.estimate();
    const maxFee = normal?.maxFee ?? 0n;
    expect(await fixture.outcome({ request: { maxFee: maxFee - 1n } })).toBe('send/fee-too-high');
    expect(await fixture.outcome({ request: { maxFee } })).toBe('no error');
  });
});
