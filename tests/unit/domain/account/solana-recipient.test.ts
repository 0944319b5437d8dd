import { describe, expect, it } from 'vitest';
import { checkSolanaRecipient } from '../../../../domain/account/solana-recipient.js';

describe('checkSolanaRecipient', () => {
  it('accepts a Solana address', () => {
    expect(() => checkSolanaRecipient('So11111111111111111111111111111111111111112')).not.toThrow();
  });

  it.each([
    ['0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb', 'eip155'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'bip122'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bip122'],
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bip122'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'bip122'],
    ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 'polkadot'],
    ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', 'polkadot'],
  ])('rejects %s, which belongs to %s', (value, namespace) => {
    expect(() => checkSolanaRecipient(value)).toThrow(
      expect.objectContaining({ code: 'address/wrong-namespace', context: { value, namespace, expected: 'solana' } }),
    );
  });

  it.each(['', 'nobody.sol', '1'.repeat(33), 'So1111111111111111111111111111111111111111O'])('rejects %j', (value) => {
    expect(() => checkSolanaRecipient(value)).toThrow(expect.objectContaining({ code: 'address/invalid' }));
  });
});
