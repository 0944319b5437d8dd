import { describe, expect, it } from 'vitest';
import { canonicalEmail } from '../../../../../sandbox/secure-site/api/email-address.js';

describe('canonicalEmail', () => {
  it.each([
    [' Alice@Example.COM\n', 'alice@example.com'],
    ['a.l+ice@example.com', 'a.l+ice@example.com'],
    ['alice@bücher.example', 'alice@xn--bcher-kva.example'],
    ['alice@ｅxample.com', 'alice@example.com'],
    ["o'neill@mail.example.co", "o'neill@mail.example.co"],
  ])('%j is %s', (text, canonical) => {
    expect(canonicalEmail(text)).toBe(canonical);
    expect(canonicalEmail(canonical)).toBe(canonical);
  });

  it.each([
    '',
    'alice',
    '@example.com',
    'alice@',
    'alice@localhost',
    'alice@[127.0.0.1]',
    'alice@127.0.0.1',
    'a b@example.com',
    'a@b@example.com',
    '.a@example.com',
    'a..b@example.com',
    '"a"@example.com',
    'alice@example.com, eve@example.com',
    'alice@example.com\r\nBcc: eve@example.com',
    'alice\u0000@example.com',
    // KELVIN SIGN, which is k in lower case.
    '\u212Aim@example.com',
    'аlice@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(130)}com`,
    'alice@-a.example',
  ])('%j is no address', (text) => {
    expect(canonicalEmail(text)).toBeNull();
  });
});
