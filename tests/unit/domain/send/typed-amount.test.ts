import { expect, it } from 'vitest';
import { readTypedAmount } from '../../../../domain/send/typed-amount.js';

it.each([
  ['1.5', '.', '1.5'],
  [' 1,5 ', ',', '1.5'],
  // A keyboard with a comma only.
  ['0,25', '.', '0.25'],
  // 1234 in English, 1.234 in German.
  ['1,234', '.', '1,234'],
  ['1,234', ',', '1.234'],
  ['1,234.5', '.', '1,234.5'],
  ['', '.', ''],
])('reads %j with the separator %j as %j', (text, separator, amount) => {
  expect(readTypedAmount(text, separator)).toBe(amount);
});
