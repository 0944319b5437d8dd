import { randomUUID } from 'node:crypto';
import { Keypair } from '@solana/web3.js';
import { filter, firstValueFrom, lastValueFrom } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { defineModule } from '../../composition/wire.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { SentTransaction } from '../../domain/send/sent-transaction.js';
import { bip122TestKey } from '../../testing/wallets/bip122-keys.js';
import { AHEAD_CLOCK } from './support/ahead-clock.js';
import { type FOUR, FourChains } from './support/four-chains.js';
import { newAddress } from './support/solana-fixture.js';

type Page = ReturnType<FourChains['createClient']>;

/** Namespaces other than eip155, which `follow-after-reload.test.ts` covers. */
type Other = Exclude<(typeof FOUR)[number], 'eip155'>;

/** A transfer in one namespace, and how its chain continues without a page. */
interface Journey {
  readonly namespace: Other;
  readonly to: string;
  readonly value: bigint;
  /** Balance of the recipient, read from the chain directly. */
  readonly received: () => Promise<bigint>;
  /** Mines the transaction if the chain does not do it by itself. */
  readonly carryOut: () => Promise<unknown>;
}

describe('tracking a transaction after a reload, outside of eip155', () => {
  let chains: FourChains;
  let polkadotFriend: string;

  beforeAll(async () => {
    // Slots advance only on request, so nothing is finalized before.
    chains = await FourChains.start(60_000);
    const { bitcoin, bitcoinKey, polkadot } = chains;
    for (let coins = 0; coins < 3; coins += 1) await bitcoin.fund(bitcoinKey.addressOn('regtest'), 100_000);
    await bitcoin.mine();
    polkadotFriend = (await polkadot.createAccount(10n ** 10n)).address;
  }, 120_000);
  afterAll(() => chains.stop());

  const open = async (storage: FakeStorage, clock = SYSTEM_CLOCK): Promise<Page> => {
    const page = chains.createClient({
      modules: [
        defineModule((wire) => {
          wire(CLOCK, [], () => clock);
          wire(STORAGE, [], () => storage);
        }),
      ],
    });
    await page.ready;
    return page;
  };
  /** Waits until a page lists a matching transaction of a namespace. */
  const listed = async (page: Page, namespace: Namespace, matches: (sent: SentTransaction) => boolean): Promise<SentTransaction> => {
    const find = (list: readonly SentTransaction[]): SentTransaction | undefined =>
      list.find((sent) => sent.namespace === namespace && matches(sent));
    // The filter matches no other type.
    return find(
      await firstValueFrom(page.useCases.watchTransactions.execute().pipe(filter((list) => find(list) !== undefined))),
    ) as SentTransaction;
  };
  const hasTrace = ({ trace, outcome }: SentTransaction): boolean => trace !== null && outcome === null;
  const isKnown = ({ outcome }: SentTransaction): boolean => outcome !== null;

  const journeys = (): Readonly<Record<Other, Journey>> => {
    const { solana, bitcoin, polkadot } = chains;
    const [onSolana, onBitcoin] = [newAddress(), bip122TestKey('p2wpkh', randomUUID()).addressOn('regtest')];
    const esplora = async (): Promise<bigint> => {
      const response = await fetch(`${bitcoin.esploraUrl}/address/${onBitcoin}/utxo`);
      const utxos = (await response.json()) as readonly { readonly value: number }[];
      return utxos.reduce((sum, { value }) => sum + BigInt(value), 0n);
    };
    return {
      solana: {
        namespace: 'solana',
        to: onSolana,
        value: 5_000_000n,
        received: () => solana.net.lamports(onSolana),
        carryOut: () => solana.net.advance(400),
      },
      bip122: { namespace: 'bip122', to: onBitcoin, value: 20_000n, received: esplora, carryOut: () => bitcoin.mine() },
      polkadot: {
        namespace: 'polkadot',
        to: polkadotFriend,
        value: 10n ** 10n,
        received: () => polkadot.freeOf(polkadotFriend),
        carryOut: () => Promise.resolve(),
      },
    };
  };

  it.each(['solana', 'bip122', 'polkadot'] as const)('is followed to its outcome by the next page on %s, once', async (which) => {
    const { namespace, to, value, received, carryOut } = journeys()[which];
    const storage = new FakeStorage();
    const first = await open(storage);
    await first.connect({ namespace, connectorId: which === 'solana' ? 'Test wallet' : which });
    const before = await received();
    await new Promise<void>((resolve) =>
      first.useCases.sendTransaction.execute({ namespace, to, value }).subscribe((state) => {
        if (state.status === 'pending' && state.step === 'wait-for-block') resolve();
      }),
    );
    const isComplete = (each: SentTransaction): boolean => hasTrace(each) && (which !== 'bip122' || each.isReplaceable !== null);
    const sent = await listed(first, namespace, isComplete);
    // Simulates a killed page: its later writes do not reach the storage of the next one.
    const next = await open(new FakeStorage(storage.persisted), AHEAD_CLOCK);
    first.dispose();
    expect(await listed(next, namespace, ({ hash }) => hash === sent.hash)).toMatchObject({
      value,
      outcome: null,
      isReplaceable: which === 'bip122' ? true : null,
    });
    await carryOut();
    expect(await listed(next, namespace, isKnown)).toMatchObject({ hash: sent.hash, outcome: { status: 'confirmed' } });
    expect(await received()).toBe(before + value);
    next.dispose();
  });

  it('reports a dropped Solana transaction to the next page after its blockhash expired', async () => {
    const { solana } = chains;
    const storage = new FakeStorage();
    const first = await open(storage);
    await first.connect({ namespace: 'solana', connectorId: 'Test wallet' });
    const recipient = Keypair.generate().publicKey.toBase58();
    const transaction = await solana.transfer(recipient, 0);
    await solana.net.advance(151);
    const account = first.getAccount('solana').caipAddress;
    if (account === undefined) throw new Error('No account is connected');
    const options = { skipPreflight: true };
    await lastValueFrom(
      first.useCases.callWallet.execute({
        namespace: 'solana',
        call: 'signAndSendTransaction',
        request: { account, transaction, options },
      }),
    );
    const sent = await listed(first, 'solana', hasTrace);
    const next = await open(new FakeStorage(storage.persisted), AHEAD_CLOCK);
    first.dispose();
    let isDone = false;
    const known = listed(next, 'solana', isKnown).finally(() => {
      isDone = true;
    });
    // The chain goes on: a page does not know how long a blockhash was valid that another page has signed with.
    while (!isDone) await solana.net.advance(200);
    expect(await known).toMatchObject({ hash: sent.hash, outcome: { status: 'dropped' } });
    expect(await solana.net.lamports(recipient)).toBe(0n);
    next.dispose();
  });
});
