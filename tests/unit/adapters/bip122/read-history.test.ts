import { describe, expect, it } from 'vitest';
import { readTransactions } from '../../../../adapters/bip122/esplora/read-history.js';
import { extendNetwork } from '../../../../domain/network/extend-network.js';
import { bitcoin } from '../../../../domain/network/networks/bip122.js';

const [OWN, OTHER, THIRD] = ['bc1q-own', 'bc1q-other', 'bc1q-third'];
const NOW_MS = 1_800_000_000_000;
const context = { address: OWN, network: extendNetwork(bitcoin, { rpcService: null }), nowMs: NOW_MS };

const output = (address: string | undefined, value: number) => ({
  ...(address === undefined ? {} : { scriptpubkey_address: address }),
  value,
});
const transaction = (
  id: number,
  vin: readonly ReturnType<typeof output>[],
  vout: readonly ReturnType<typeof output>[],
  status: object = { confirmed: true, block_time: 1_700_000_000 },
) => ({ txid: id.toString(16).padStart(64, '0'), vin: vin.map((prevout) => ({ prevout })), vout, status });

const itemOf = (...[vin, vout, status]: [Parameters<typeof transaction>[1], Parameters<typeof transaction>[2], object?]) => {
  const [item] = readTransactions([transaction(1, vin, vout, status)], context).items;
  const [transfer] = item?.transfers ?? [];
  return [item?.operation, item?.status, transfer?.direction, transfer?.quantity, item?.sentFrom, item?.sentTo];
};

describe('the history of a Bitcoin address', () => {
  it('has what was received, and from whom if it was one address', () => {
    expect(itemOf([output(OTHER, 5_000)], [output(OWN, 3_000), output(OTHER, 1_500)])).toEqual([
      'receive',
      'confirmed',
      'in',
      '0.00003',
      OTHER,
      OWN,
    ]);
    expect(itemOf([output(OTHER, 1), output(THIRD, 1)], [output(OWN, 1)])[4]).toBeNull();
    // A coinbase has no spent output.
    expect(readTransactions([{ ...transaction(1, [], [output(OWN, 7)]), vin: [{ prevout: null }] }], context).items[0]).toMatchObject({
      operation: 'receive',
      sentFrom: null,
    });
  });

  it('has what others received, without change and fee', () => {
    expect(itemOf([output(OWN, 100_000_000)], [output(OTHER, 25_000_000), output(OWN, 74_990_000)])).toEqual([
      'send',
      'confirmed',
      'out',
      '0.25',
      OWN,
      OTHER,
    ]);
    expect(itemOf([output(OWN, 9)], [output(OTHER, 2), output(THIRD, 3)]).slice(3)).toEqual(['0.00000005', OWN, null]);
  });

  it('has no more than the address lost, where others have paid too', () => {
    const [, , direction, quantity] = itemOf([output(OWN, 100_000), output(OTHER, 900_000)], [output(THIRD, 990_000), output(OWN, 5_000)]);
    expect([direction, quantity]).toEqual(['out', '0.00095']);
  });

  it('calls a payment to oneself so, also with data in it', () => {
    expect(itemOf([output(OWN, 9)], [output(OWN, 8), output(undefined, 0)])).toEqual(['send', 'confirmed', 'self', '0.00000008', OWN, OWN]);
  });

  it('has those in no block as pending, at the time of reading', () => {
    const { items } = readTransactions([transaction(1, [output(OTHER, 2)], [output(OWN, 2)], { confirmed: false })], context);
    expect(items[0]).toMatchObject({ status: 'pending', minedAtMs: NOW_MS, chainId: context.network.caipNetworkId });
  });

  it('continues after the last confirmed transaction of a full page', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => transaction(index, [output(OTHER, 2)], [output(OWN, 2)]));
    expect(readTransactions(many(24), context).next).toBeNull();
    expect(readTransactions(many(25), context).next).toBe((24).toString(16).padStart(64, '0'));
  });

  it.each([{}, [{}], [{ ...transaction(1, [], []), txid: 'x' }], [transaction(1, [], [output(OWN, -1)])]])('rejects %j', (response) => {
    expect(() => readTransactions(response, context)).toThrow();
  });
});
