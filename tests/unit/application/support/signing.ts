import type { Observable } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import type { FakeOperation, FakeResponse } from '../../../../application/ports/wallet-response.fake.js';
import type { Namespace } from '../../../../domain/caip/namespace.js';
import {
  ADDRESS,
  type ClientFixture,
  clientFixture,
  connect,
  connectedFixture,
  EVM_WALLET,
  POLYGON,
  record,
  SOLANA,
  SOLANA_WALLET,
  settled,
} from './client-fixture.js';

/** A signing use case. */
export interface Signing {
  /** Operation of the wallet. */
  readonly operation: FakeOperation;
  /** The signed content, as passed to the wallet. */
  readonly content: Readonly<Record<string, unknown>>;
  readonly execute: (fixture: ClientFixture, namespace?: Namespace) => Observable<{ readonly status: string }>;
}

/** Tests shared by all signing use cases. */
export const describeSigning = (name: string, { operation, content, execute }: Signing): void => {
  const start = (fixture: ClientFixture, namespace?: Namespace) => record(execute(fixture, namespace));
  const requestCount = ({ chain }: ClientFixture): number => chain.wallet(EVM_WALLET).count(operation);

  describe(name, () => {
    let fixture: ClientFixture;
    beforeEach(async () => {
      fixture = await connectedFixture();
    });

    it('sends one request for the connected account and returns the signature', async () => {
      const run = start(fixture);
      expect(run.values).toEqual([{ status: 'pending', step: 'approve-in-wallet' }]);
      await flushPromises();
      expect(run.values.slice(1)).toMatchObject([{ status: 'success', data: expect.stringMatching(/^0x[0-9a-f]{130}$/) }]);
      expect(run.end).toBe('complete');
      const input = { account: `eip155:1:${ADDRESS}`, ...content };
      expect(fixture.chain.wallet(EVM_WALLET).calls.slice(1)).toEqual([{ operation, input }]);
    });

    it('uses the current account and chain', async () => {
      const other = '0x2222222222222222222222222222222222222222';
      fixture.chain.wallet(EVM_WALLET).selectAccount(other);
      fixture.chain.wallet(EVM_WALLET).selectChain(POLYGON);
      await settled(start(fixture));
      expect(fixture.chain.wallet(EVM_WALLET).calls.at(-1)?.input).toMatchObject({ account: `${POLYGON}:${other}` });
    });

    it('sends the request to the wallet of the given namespace, else of the active one', async () => {
      await connect(fixture, 'solana');
      start(fixture, 'eip155');
      await settled(start(fixture));
      expect(requestCount(fixture)).toBe(1);
      expect(fixture.solana.wallet(SOLANA_WALLET).calls.at(-1)?.input).toMatchObject({ account: `${SOLANA}:${ADDRESS}` });
    });

    it.each(['solana', 'polkadot'] as const)('fails with connection/not-connected in %s without a wallet request', async (namespace) => {
      const run = await settled(start(fixture, namespace));
      expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/not-connected', context: { namespace } } });
      expect(requestCount(fixture)).toBe(0);
    });

    it('fails with connection/not-connected without any adapter', async () => {
      const run = await settled(start(clientFixture({ withoutAdapters: true })));
      expect(run.values.at(-1)).toMatchObject({ error: { code: 'connection/not-connected' } });
    });

    it('fails with connection/not-connected while the wallet is locked', async () => {
      fixture.chain.wallet(EVM_WALLET).lock();
      const run = await settled(start(fixture));
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
    ] as const satisfies readonly (readonly [FakeResponse, string])[])(
      'ends with a typed error on "%s" and is never retried',
      async (response, code) => {
        fixture.chain.wallet(EVM_WALLET).next(operation, response);
        const run = start(fixture);
        await fixture.clock.run(120_000);
        expect(run.values[1]).toMatchObject({ status: 'error', error: { code } });
        expect(run.end).toBe('complete');
        expect(requestCount(fixture)).toBe(1);
      },
    );

    it('sends another request only on another subscription', async () => {
      const stream = execute(fixture);
      record(stream);
      await settled(record(stream));
      expect(requestCount(fixture)).toBe(2);
    });
  });
};
