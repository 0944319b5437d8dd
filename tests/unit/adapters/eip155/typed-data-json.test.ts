import { describe, expect, it } from 'vitest';
import { typedDataJson } from '../../../../adapters/eip155/typed-data-json.js';

const types = { Mail: [{ name: 'amount', type: 'uint256' }] };

describe('typed data for a wallet', () => {
  it('gets the type of its domain from the fields that are there, in the order of EIP-712', () => {
    const domain = { salt: '0x00', chainId: 1, name: 'App', unknown: true };
    expect(JSON.parse(typedDataJson({ domain, types, primaryType: 'Mail', message: {} }))).toEqual({
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'salt', type: 'bytes32' },
        ],
        ...types,
      },
      domain,
      primaryType: 'Mail',
      message: {},
    });
  });

  it('keeps the type of the domain that the caller gives', () => {
    const own = { EIP712Domain: [{ name: 'chainId', type: 'uint64' }], ...types };
    const json = JSON.parse(typedDataJson({ domain: { chainId: 1, name: 'App' }, types: own, primaryType: 'Mail', message: {} }));
    expect(json.types).toEqual(own);
  });

  it('writes whole numbers of any size as decimals, at any depth', () => {
    const message = { amount: 2n ** 255n, list: [{ id: -7n }] };
    const json = JSON.parse(typedDataJson({ domain: { chainId: 137n }, types, primaryType: 'Mail', message }));
    expect(json.message).toEqual({ amount: (2n ** 255n).toString(), list: [{ id: '-7' }] });
    expect(json.domain).toEqual({ chainId: '137' });
  });
});
