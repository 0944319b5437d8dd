import { hashTypedData, keccak256, stringToHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { typedDataJson } from '../../../../adapters/eip155/typed-data-json.js';
import { formatChainId } from '../../../../domain/caip/caip-2.js';
import { formatAccountId } from '../../../../domain/caip/caip-10.js';
import { patient } from '../../../../testing/contracts/test-api.js';
import vectors from '../../../vectors/eip-712.json' with { type: 'json' };
import { sessionWorld } from '../support/session-world.js';

const { EIP712Domain, ...types } = vectors.typedData.types;
/** As a host writes it: the type of the domain follows from its fields. */
const typedData = { ...vectors.typedData, types };

describe('the example of EIP-712', () => {
  it('reaches the wallet with the type of its domain and the hash of the standard', () => {
    const written = JSON.parse(typedDataJson(typedData));
    expect(written.types.EIP712Domain).toEqual(EIP712Domain);
    expect(hashTypedData(written)).toBe(vectors.signHash);
  });

  it('is signed as the standard signs it', async () => {
    const cow = privateKeyToAccount(keccak256(stringToHex(vectors.privateKeyOf)));
    const { session } = await sessionWorld({ accounts: [cow] });
    const account = formatAccountId(formatChainId('eip155', 1), vectors.address);
    const { r, s, v } = vectors.signature;
    expect(cow.address).toBe(vectors.address);
    expect(await session.signTypedData({ account, typedData }, patient())).toBe(`${r}${s.slice(2)}${v.toString(16)}`);
  });
});
