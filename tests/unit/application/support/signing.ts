import type { Observable } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import type { FakeAnswer, FakeOperation } from '../../../../application/ports/wallet-answer.fake.js';
import type { Namespace } from '../../../../domain/caip/namespace.js';
import {
  ADDRESS,
  connect,
  connectedWorld,
  EVM_WALLET,
  POLYGON,
  record,
  SOLANA,
  SOLANA_WALLET,
  settled,
  type World,
  world,
} from './world.js';

/** A use case that has an account sign something. */
export interface Signing {
  /** What the wallet is asked to do. */
  readonly operation: FakeOperation;
  /** What is signed, as the wallet gets it beside the account. */
  readonly content: Readonly<Record<string, unknown>>;
  readonly execute: (here: World, namespace?: Namespace) => Observable<{ readonly status: string }>;
}

/** What every use case keeps to that has an account sign something. */
export const describeSigning = (name: string, { operation, content, execute }: Signing): void => {
  const start = (here: World, namespace?: Namespace) => record(execute(here, namespace));
  const asked = ({ chain }: World): number => chain.wallet(EVM_WALLET).count(operation);

  describe(name, () => {
    let here: World;
    beforeEach(async () => {
      here = await connectedWorld();
    });

    it('asks the connected account once, and gives the signature', async () => {
      const run = start(here);
      expect(run.values).toEqual([{ status: 'pending', step: 'approve-in-wallet' }]);
      await settle();
      expect(run.values.slice(1)).toMatchObject([{ status: 'success', data: expect.stringMatching(/^0x[0-9a-f]{130}$/) }]);
      expect(run.end).toBe('complete');
      const input = { account: `eip155:1:${ADDRESS}`, ...content };
      expect(here.chain.wallet(EVM_WALLET).calls.slice(1)).toEqual([{ operation, input }]);
    });

    it('asks the account and on the chain that are current', async () => {
      const other = '0x2222222222222222222222222222222222222222';
      here.chain.wallet(EVM_WALLET).selectAccount(other);
      here.chain.wallet(EVM_WALLET).selectChain(POLYGON);
      await settled(start(here));
      expect(here.chain.wallet(EVM_WALLET).calls.at(-1)?.input).toMatchObject({ account: `${POLYGON}:${other}` });
    });

    it('asks the wallet of the namespace, whichever is active', async () => {
      await connect(here, 'solana');
      start(here, 'eip155');
      await settled(start(here));
      expect(asked(here)).toBe(1);
      expect(here.solana.wallet(SOLANA_WALLET).calls.at(-1)?.input).toMatchObject({ account: `${SOLANA}:${ADDRESS}` });
    });

    it.each(['solana', 'polkadot'] as const)('says that nothing is connected in %s, and asks nobody', async (namespace) => {
      const run = await settled(start(here, namespace));
      expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/not-connected', context: { namespace } } });
      expect(asked(here)).toBe(0);
    });

    it('says that nothing is connected where there is no adapter at all', async () => {
      const run = await settled(start(world({ withoutAdapters: true })));
      expect(run.values.at(-1)).toMatchObject({ error: { code: 'connection/not-connected' } });
    });

    it('says that nothing is connected while the wallet is locked', async () => {
      here.chain.wallet(EVM_WALLET).lock();
      const run = await settled(start(here));
      expect(run.values.at(-1)).toMatchObject({ error: { code: 'connection/not-connected', message: 'No eip155 wallet is connected' } });
    });

    it.each([
      ['reject', 'wallet/rejected'],
      ['pending', 'wallet/request-pending'],
      ['unauthorized', 'wallet/unauthorized'],
      ['unsupported', 'wallet/unsupported-method'],
      ['lost', 'wallet/disconnected'],
      ['garbage', 'wallet/invalid-response'],
      ['fail', 'wallet/request-failed'],
    ] as const satisfies readonly (readonly [FakeAnswer, string])[])(
      'ends in a typed error on "%s", and is never repeated',
      async (answer, code) => {
        here.chain.wallet(EVM_WALLET).next(operation, answer);
        const run = start(here);
        await here.clock.run(120_000);
        expect(run.values[1]).toMatchObject({ status: 'error', error: { code } });
        expect(run.end).toBe('complete');
        expect(asked(here)).toBe(1);
      },
    );

    it('asks again only for somebody who subscribes again', async () => {
      const stream = execute(here);
      record(stream);
      await settled(record(stream));
      expect(asked(here)).toBe(2);
    });
  });
};
