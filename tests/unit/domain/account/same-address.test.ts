import { expect, it } from 'vitest';
import { isSameAddress } from '../../../../domain/account/same-address.js';

it.each([
  ['eip155', '0xAb16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb', '0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb', true],
  ['bip122', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', true],
  ['bip122', '128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6', '128lkh3s7ckdtbz8w7bbpsn3yyizjmp8p6', false],
  ['solana', 'So11111111111111111111111111111111111111112', 'so11111111111111111111111111111111111111112', false],
  ['polkadot', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', true],
] as const)('isSameAddress compares %s addresses: %s, %s', (namespace, a, b, same) => {
  expect(isSameAddress(namespace, a, b)).toBe(same);
});
