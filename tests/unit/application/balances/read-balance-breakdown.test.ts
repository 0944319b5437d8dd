import { describe, expect, it } from 'vitest';
import { ADDRESS, type ClientFixture, clientFixture, connectedFixture, record, settled } from '../support/client-fixture.js';

const PARTS = { free: 9n, reserved: 3n, frozen: 5n, transferable: 7n, existentialDeposit: 1n };

const read = async (fixture: ClientFixture) => (await settled(record(fixture.useCases.readBalanceBreakdown.execute()))).values;

describe('ReadBalanceBreakdown', () => {
  it("reads the account's balance on the active network, with its currency", async () => {
    const fixture = await connectedFixture();
    fixture.chain.fakeServices.setBreakdown(PARTS);
    expect(await read(fixture)).toEqual([
      { status: 'pending', step: 'working' },
      { status: 'success', data: { ...PARTS, symbol: 'ETH', decimals: 18 } },
    ]);
    expect(fixture.chain.readCalls.at(-1)).toMatchObject({ method: 'getBalanceBreakdown', input: ADDRESS });
  });

  it('is null on a chain that makes no difference, without a request', async () => {
    const fixture = await connectedFixture();
    const before = fixture.chain.readCalls.length;
    expect((await read(fixture)).at(-1)).toEqual({ status: 'success', data: null });
    expect(fixture.chain.readCalls.length).toBe(before);
  });

  it('fails while disconnected and if the RPC endpoint fails', async () => {
    expect((await read(clientFixture())).at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/not-connected' } });
    const fixture = await connectedFixture();
    fixture.chain.fakeServices.setBreakdown(PARTS);
    fixture.chain.reads = 'failed';
    expect((await read(fixture)).at(-1)).toMatchObject({ status: 'error', error: { code: 'network/rpc-failed' } });
  });
});
