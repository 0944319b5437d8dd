import { base58, base64 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { fromFrameResponse, toFrameParams } from '../../../../domain/embedded-wallet/solana-request.js';

const BYTES = [Uint8Array.of(1, 2, 250), Uint8Array.of(0, 0, 7, 8)] as const;
const [inBase64, inBase58] = [base64, base58].map(({ encode }) => BYTES.map(encode)) as [string[], string[]];

describe('Solana requests to the frame', () => {
  it('have transactions in base58 and their options by another name', () => {
    const params = { transaction: inBase64[0], pubkey: 'key', sendOptions: { skipPreflight: true } };
    expect(toFrameParams('solana_signAndSendTransaction', params)).toEqual({
      transaction: inBase58[0],
      pubkey: 'key',
      options: { skipPreflight: true },
    });
    expect(toFrameParams('solana_signAllTransactions', { transactions: inBase64 })).toEqual({ transactions: inBase58 });
  });

  it('leave messages and requests of other namespaces as they are', () => {
    const message = { message: inBase58[0], pubkey: 'key' };
    expect(toFrameParams('solana_signMessage', message)).toBe(message);
    expect(toFrameParams('personal_sign', ['0x00'])).toEqual(['0x00']);
  });

  it('get responses with transactions in base58, which sessions have in base64', () => {
    const response = { signature: 'abc', transaction: inBase58[1] };
    expect(fromFrameResponse('solana_signTransaction', response)).toEqual({ signature: 'abc', transaction: inBase64[1] });
    expect(fromFrameResponse('solana_signAllTransactions', { transactions: inBase58 })).toEqual({ transactions: inBase64 });
    expect(fromFrameResponse('eth_chainId', '0x1')).toBe('0x1');
  });
});
