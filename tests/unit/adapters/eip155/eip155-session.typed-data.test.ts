import { hashTypedData, keccak256, stringToHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { typedDataJson } from '../../../../adapters/eip155/eip155-session.js';
import { formatChainId } from '../../../../domain/caip/caip-2.js';
import { formatAccountId } from '../../../../domain/caip/caip-10.js';
import { neverAborted } from '../../../../testing/contracts/test-api.js';
import vectors from '../../../vectors/eip-712.json' with { type: 'json' };
import { sessionFixture } from '../support/session-fixture.js';

const mailTypes = { Mail: [{ name: 'amount', type: 'uint256' }] };

describe('typedDataJson', () => {
  it('derives EIP712Domain from the existing fields, in the order of EIP-712', () => {
    const domain = { salt: '0x00', chainId: 1, name: 'App', unknown: true };
    expect(JSON.parse(typedDataJson({ domain, types: mailTypes, primaryType: 'Mail', message: {} }))).toEqual({
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'salt', type: 'bytes32' },
        ],
        ...mailTypes,
      },
      domain,
      primaryType: 'Mail',
      message: {},
    });
  });

  it('keeps an EIP712Domain given by the caller', () => {
    const own = { EIP712Domain: [{ name: 'chainId', type: 'uint64' }], ...mailTypes };
    const json = JSON.parse(typedDataJson({ domain: { chainId: 1, name: 'App' }, types: own, primaryType: 'Mail', message: {} }));
    expect(json.types).toEqual(own);
  });

  it('writes bigints of any size as decimal strings, at any depth', () => {
    const message = { amount: 2n ** 255n, list: [{ id: -7n }] };
    const json = JSON.parse(typedDataJson({ domain: { chainId: 137n }, types: mailTypes, primaryType: 'Mail', message }));
    expect(json.message).toEqual({ amount: (2n ** 255n).toString(), list: [{ id: '-7' }] });
    expect(json.domain).toEqual({ chainId: '137' });
  });
});

const { EIP712Domain, ...types } = vectors.typedData.types;
/** As apps write it, without EIP712Domain. */
const typedData = { ...vectors.typedData, types };

describe('the example of EIP-712', () => {
  it('is serialized with EIP712Domain and hashes as in the standard', () => {
    const written = JSON.parse(typedDataJson(typedData));
    expect(written.types.EIP712Domain).toEqual(EIP712Domain);
    expect(hashTypedData(written)).toBe(vectors.signHash);
  });

  it('is signed as in the standard', async () => {
    const cow = privateKeyToAccount(keccak256(stringToHex(vectors.privateKeyOf)));
    const { session } = await sessionFixture({ accounts: [cow] });
    const account = formatAccountId(formatChainId('eip155', 1), vectors.address);
    const { r, s, v } = vectors.signature;
    expect(cow.address).toBe(vectors.address);
    expect(await session.signTypedData({ account, typedData }, neverAborted())).toBe(`${r}${s.slice(2)}${v.toString(16)}`);
  });
});
