import { describe, expect, it } from 'vitest';
import { socialReturnOf, withReturnPage } from '../../../../application/embedded-wallet/social-return.js';

const PAGE = 'https://app.example/a?b=c#d';
const stateOf = (uri: string | null): string | null => new URL(uri ?? '').searchParams.get('state');

describe('the page that a social login returns to', () => {
  it.each(['https://login.example/?state=s1', 'https://login.example/?a=1&state=s1', 'https://login.example/?state=s1&a=1#x'])(
    'is part of the state of %s',
    (uri) => {
      const rewritten = withReturnPage(uri, PAGE);
      expect(stateOf(rewritten)).toBe(`s1--${encodeURIComponent(PAGE)}`);
      expect(new URL(rewritten ?? '').searchParams.get('a')).toBe(new URL(uri).searchParams.get('a'));
    },
  );

  it('is part of the state of an address in the address', () => {
    const inner = 'https://login.example/?state=s1';
    const rewritten = withReturnPage(`https://proxy.example/?provider_authorization_url=${encodeURIComponent(inner)}`, PAGE);
    expect(stateOf(new URL(rewritten ?? '').searchParams.get('provider_authorization_url'))).toBe(`s1--${encodeURIComponent(PAGE)}`);
  });

  it.each(['', 'no address', 'https://login.example/', 'https://proxy.example/?provider_authorization_url=x'])(
    'has no place in %j',
    (uri) => {
      expect(withReturnPage(uri, PAGE)).toBeNull();
    },
  );

  it('gets the result, which is removed from its address', () => {
    expect(socialReturnOf(`https://app.example/a?b=c&result_uri=${encodeURIComponent('https://w.example/?code=1&state=s')}#d`)).toEqual({
      resultUri: 'https://w.example/?code=1&state=s',
      page: PAGE,
    });
    expect([socialReturnOf(PAGE), socialReturnOf('')]).toEqual([null, null]);
  });
});
