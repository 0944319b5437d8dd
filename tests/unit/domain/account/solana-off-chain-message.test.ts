import { address, getOffchainMessageV0Encoder, OffchainMessageContentFormat, offchainMessageApplicationDomain } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { decodeBase58 } from '../../../../domain/account/base58.js';
import { solanaOffChainMessages } from '../../../../domain/account/solana-off-chain-message.js';
import vectors from '../../../vectors/solana.json' with { type: 'json' };

const SIGNER = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const KEY = decodeBase58(SIGNER) as Uint8Array;

const hexes = (text: string): readonly string[] => solanaOffChainMessages(text, KEY).map((bytes) => Buffer.from(bytes).toString('hex'));

describe('Solana off-chain messages', () => {
  it.each(vectors.offChainMessages)('have the layout of the first implementations: $text', ({ text, hex }) => {
    expect(hexes(text)).toContain(hex);
  });

  it.each([
    ['hello', OffchainMessageContentFormat.RESTRICTED_ASCII_1232_BYTES_MAX],
    ['grüße', OffchainMessageContentFormat.UTF8_1232_BYTES_MAX],
    ['x'.repeat(2_000), OffchainMessageContentFormat.UTF8_65535_BYTES_MAX],
  ] as const)('have the layout of the current Solana SDK: %s', (text, format) => {
    const bytes = getOffchainMessageV0Encoder().encode({
      version: 0,
      applicationDomain: offchainMessageApplicationDomain('11111111111111111111111111111111'),
      requiredSignatories: [{ address: address(SIGNER) }],
      // The three formats have different types.
      content: { format, text } as never,
    });
    expect(hexes(text)).toContain(Buffer.from(bytes).toString('hex'));
  });

  it('are not available for an empty or a too long text', () => {
    expect([hexes(''), hexes('x'.repeat(70_000))]).toEqual([[], []]);
  });
});
