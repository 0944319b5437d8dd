import { describe, expect, it } from 'vitest';
import { withoutUrlDetails } from '../../../../domain/analytics/without-url-details.js';

describe('withoutUrlDetails', () => {
  it.each([
    ['The request failed', 'The request failed'],
    ['https://rpc.example', 'https://rpc.example'],
    ['GET https://rpc.example:8545/v2/key?apikey=key#key failed', 'GET https://rpc.example:8545 failed'],
    ['wss://user:pass@rpc.example/key', 'wss://rpc.example'],
    ['at f (https://app.example/a.js:1:2)', 'at f (https://app.example)'],
    ['a "https://a.example/x" and https://b.example/y', 'a "https://a.example" and https://b.example'],
    ['open wallet://wc?uri=wc:abc', 'open wallet://wc'],
    ['uri wc:abc@2?relay-protocol=irn&symKey=key', 'uri wc:'],
  ])('%s', (text, expected) => {
    expect(withoutUrlDetails(text)).toBe(expected);
  });
});
