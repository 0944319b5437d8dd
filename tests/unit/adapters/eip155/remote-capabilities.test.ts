import { describe, expect, it } from 'vitest';
import { ALICE, BOB } from '../support/networks.js';
import { allowed, BOTH_CHAINS, MAINNET, providerOn } from '../support/remote-provider-world.js';

const METHOD = 'wallet_getCapabilities';
const CAN = { '0x1': { atomic: { status: 'supported' } }, '0x89': { paymasterService: { supported: true } } };
const allowing = allowed(BOTH_CHAINS, [METHOD]);

describe('the capabilities of a wallet elsewhere', () => {
  it('are those that its session brought along for an address, whatever the case of its letters, and nobody is asked', async () => {
    const capabilities = JSON.stringify({ [ALICE.toUpperCase().replace('0X', '0x')]: CAN });
    const { remote, reads, ask } = providerOn(allowed(BOTH_CHAINS), MAINNET, { sessionProperties: { capabilities } });
    expect(await ask(METHOD, ALICE)).toEqual(CAN);
    expect(await ask(METHOD, ALICE, ['0x1'])).toEqual(CAN);
    expect([remote.requests, reads]).toEqual([[], []]);
    await expect(ask(METHOD, BOB)).rejects.toMatchObject({ code: 4200 });
  });

  it('are those that it named one by one, where they are asked about by chain', async () => {
    const { remote, ask } = providerOn(allowing, MAINNET, {
      sessionProperties: { atomic: '{"status":"ready"}' },
      scopedProperties: {
        'eip155:137': { auxiliaryFunds: { supported: true }, [`eip155:137:${ALICE}`]: { atomic: { status: 'supported' } } },
      },
    });
    expect(await ask(METHOD, ALICE, ['0x89', '0x1'])).toEqual({
      '0x89': { auxiliaryFunds: { supported: true }, atomic: { status: 'supported' } },
      '0x1': { atomic: { status: 'ready' } },
    });
    expect(remote.requests).toEqual([]);
  });

  it.each([[undefined], [{ capabilities: 'no JSON' }], [{ capabilities: '[]' }], [{ capabilities: '{"0x":7}' }]])(
    'are asked for where the session says nothing of them: %j',
    async (sessionProperties) => {
      const { remote, ask } = providerOn(allowing, MAINNET, sessionProperties === undefined ? {} : { sessionProperties });
      remote.next({ result: CAN });
      expect(await ask(METHOD, ALICE, ['0x1'])).toEqual(CAN);
      expect(remote.requests.map(({ params }) => params)).toEqual([[ALICE, ['0x1']]]);
    },
  );
});
