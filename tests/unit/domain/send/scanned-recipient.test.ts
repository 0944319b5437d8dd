import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScanned } from '../../../../domain/send/scanned-recipient.js';

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const SOLANA = '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g';
const POLKADOT = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';

describe('readScanned', () => {
  it.each([
    [EVM, EVM, null],
    [` ${EVM}\n`, EVM, null],
    ['alice.eth', 'alice.eth', null],
    [`eip155:1:${EVM}`, EVM, 'eip155'],
    [`ethereum:${EVM}`, EVM, 'eip155'],
    [`ETHEREUM:pay-${EVM}@137?value=2.014e18`, EVM, 'eip155'],
    ['ethereum:alice.eth', 'alice.eth', 'eip155'],
    [`ethereum:${TOKEN}@1/transfer?address=${EVM}&uint256=1`, EVM, 'eip155'],
    [`bitcoin:${BITCOIN}?amount=0.1&label=Alice`, BITCOIN, 'bip122'],
    [`BITCOIN:${BITCOIN.toUpperCase()}`, BITCOIN.toUpperCase(), 'bip122'],
    [`solana:${SOLANA}?amount=1&spl-token=x`, SOLANA, 'solana'],
    [`substrate:${POLKADOT}:0xabcd:Alice`, POLKADOT, 'polkadot'],
    [`substrate:${POLKADOT}:0xabcd:Savings of Alice`, POLKADOT, 'polkadot'],
    [`bitcoin:${BITCOIN}?label=Alice and Bob`, BITCOIN, 'bip122'],
  ])('reads %s', (text, recipient, namespace) => {
    expect(readScanned(text)).toMatchObject({ recipient, namespace });
  });

  it.each([
    '',
    'two words',
    'https://pay.example/invoice',
    'wc:abc@2?symKey=1',
    'solana:https://pay.example/request',
    'solana:https%3A%2F%2Fpay.example%2Frequest%3Fid%3D1',
    'substrate:two words:0xabcd',
    `ethereum:${TOKEN}@1/approve?address=${EVM}`,
    `ethereum:${TOKEN}/transfer`,
    'bitcoin:',
    'a'.repeat(256),
  ])('reads no recipient in %s', (text) => {
    expect(readScanned(text)).toBeNull();
  });

  it('reads the network that a code names', () => {
    const chainOf = (text: string) => readScanned(text)?.chainId;
    expect([`eip155:10:${EVM}`, `ethereum:${EVM}@137?value=1`, `ethereum:${TOKEN}@1/transfer?address=${EVM}`].map(chainOf)).toEqual([
      'eip155:10',
      'eip155:137',
      'eip155:1',
    ]);
    expect([EVM, `ethereum:${EVM}`, `bitcoin:${BITCOIN}`].map(chainOf)).toEqual([null, null, null]);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('', 'ethereum:', 'bitcoin:', 'solana:', 'substrate:', 'eip155:1:'), (text, scheme) => {
        readScanned(scheme + text);
      }),
    );
  });
});
