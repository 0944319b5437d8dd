import { base58, base64 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { readRequest, readTransaction, refuseSmartSignature } from '../../../../../sandbox/secure-site/approval/read-request.js';
import { SOLANA_ADDRESS, solanaTransfer } from './solana-transfer.js';

const ADDRESS = '0xE9Ea9724C7F70e4c7Bae61a83F7722D3E95d45d8';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SIGNER = { chainId: 'eip155:1', address: ADDRESS };
const SOLANA = { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', address: SOLANA_ADDRESS };

const transaction = (members: object) => readTransaction([{ from: ADDRESS, to: OTHER, ...members }], SIGNER);

describe('personal_sign', () => {
  it.each([
    ['a text', ['Hi', ADDRESS]],
    ['hex', ['0x4869', ADDRESS.toLowerCase()]],
    ['the order of eth_sign', [ADDRESS, 'Hi']],
  ])('reads %s', (_, params) => {
    expect(readRequest('personal_sign', params, SIGNER)).toEqual({ ...SIGNER, kind: 'evm-message', message: '0x4869' });
  });

  it('refuses 32 bytes, as hex and as text', () => {
    for (const message of [`0x${'ab'.repeat(32)}`, 'x'.repeat(32)])
      expect(() => readRequest('personal_sign', [message, ADDRESS], SIGNER)).toThrow('32 bytes');
  });

  it('refuses another account', () => {
    expect(() => readRequest('personal_sign', ['Hi', OTHER], SIGNER)).toThrow('not this wallet’s');
  });
});

describe('eth_signTypedData_v4', () => {
  const data = (domain: object) => JSON.stringify({ types: {}, primaryType: 'A', domain, message: {} });

  it('accepts the active network, in each form, and none', () => {
    for (const domain of [{ chainId: 1 }, { chainId: '0x1' }, { chainId: '1' }, {}])
      expect(readRequest('eth_signTypedData_v4', [ADDRESS, data(domain)], SIGNER)).toMatchObject({ kind: 'evm-typed-data' });
  });

  it('refuses another network, and what is no typed data', () => {
    for (const domain of [{ chainId: 137 }, { chainId: 'x' }])
      expect(() => readRequest('eth_signTypedData_v4', [ADDRESS, data(domain)], SIGNER)).toThrow('another network');
    expect(() => readRequest('eth_signTypedData_v4', [ADDRESS, '{'], SIGNER)).toThrow('not JSON');
    expect(() => readRequest('eth_signTypedData_v4', [ADDRESS, '[]'], SIGNER)).toThrow('malformed');
  });
});

describe('typed data for the key that owns a smart account', () => {
  const data = (members: object) => JSON.stringify({ types: {}, primaryType: 'A', domain: {}, message: {}, ...members });

  it('is refused if its signature would be one of the account', () => {
    for (const members of [{ primaryType: 'TypedDataSign' }, { domain: { verifyingContract: OTHER.toLowerCase() } }])
      expect(() => refuseSmartSignature(data(members), [ADDRESS, OTHER])).toThrow('signature of the smart account');
    expect(() => refuseSmartSignature(data({ domain: { verifyingContract: ADDRESS } }), [OTHER])).not.toThrow();
  });
});

describe('eth_sendTransaction', () => {
  it('reads numbers in hex, and gives the gas price of older requests both meanings', () => {
    expect(transaction({ value: '0x10', gas: '0x5208', nonce: '0x0', gasPrice: '0x2' })).toEqual({
      to: OTHER,
      value: 16n,
      data: '0x',
      nonce: 0,
      gas: 21_000n,
      maxFeePerGas: 2n,
      maxPriorityFeePerGas: 2n,
    });
    expect(transaction({})).toMatchObject({ nonce: null, gas: null, maxFeePerGas: null });
  });

  it.each([
    ['EIP-7702 by its type', { type: '0x4' }, 'EIP-7702'],
    ['EIP-7702 by its list', { authorizationList: [] }, 'EIP-7702'],
    ['another network', { chainId: '0x89' }, 'another network'],
    ['two data', { data: '0x01', input: '0x02' }, 'two different data'],
    ['a recipient that is no address', { to: '0x1234' }, 'not an address'],
    ['no recipient and no data', { to: null }, 'no recipient'],
    ['another account', { from: OTHER }, 'not this wallet’s'],
    ['an amount below zero', { value: '-1' }, 'malformed'],
  ])('refuses %s', (_, members, message) => {
    expect(() => transaction(members)).toThrow(message);
  });
});

describe('Solana', () => {
  const bytes = solanaTransfer(5n);

  it('reads transactions in base64 and base58', () => {
    for (const encoded of [base64.encode(bytes), base58.encode(bytes)])
      expect(readRequest('solana_signTransaction', { transaction: encoded }, SOLANA)).toMatchObject({
        transactions: [bytes],
        sends: false,
      });
  });

  it('refuses a message that is a transaction', () => {
    const message = base58.encode(bytes.slice(65));
    expect(() => readRequest('solana_signMessage', { message, pubkey: SOLANA_ADDRESS }, SOLANA)).toThrow('is a transaction');
  });

  it('refuses a transaction that the account does not sign', () => {
    const other = { ...SOLANA, address: '11111111111111111111111111111112' };
    expect(() => readRequest('solana_signTransaction', { transaction: base64.encode(bytes) }, other)).toThrow('no signature');
  });
});
