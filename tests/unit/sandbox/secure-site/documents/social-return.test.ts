import { describe, expect, it } from 'vitest';
import { destinationOf } from '../../../../../sandbox/secure-site/documents/social-return.js';
import { readState } from '../../../../../sandbox/secure-site/protocol/social-state.js';
import { APP, SITE } from '../api/secure-site-world.js';

const STATE = `ab--${'c'.repeat(39)}`;
const PAGE = 'https://app.example/shop?item=1&q=%20#top';
const URI = `${SITE}/social?code=1&state=${STATE}`;

describe('the state of a social login', () => {
  it('is followed by the page, encoded once or twice, or by nothing', () => {
    expect(readState(STATE)).toEqual({ state: STATE, page: null });
    for (const page of [PAGE, encodeURIComponent(PAGE)]) expect(readState(`${STATE}--${page}`)).toEqual({ state: STATE, page: PAGE });
    expect(readState(`${STATE}--%E0%A4%A`)).toEqual({ state: STATE, page: '%E0%A4%A' });
    for (const text of [null, '', 'short', `${STATE}-x`, `${STATE}x`]) expect(readState(text)).toBeNull();
  });
});

describe('the answer of a provider', () => {
  it('goes to the window that has opened the page, or to a page of the app', () => {
    expect(destinationOf({ uri: URI, page: null, origin: APP.origin })).toBe('opener');
    const destination = destinationOf({ uri: URI, page: PAGE, origin: APP.origin });
    const url = new URL(typeof destination === 'string' ? destination : destination.page);
    expect(`${url.origin}${url.pathname}${url.hash}`).toBe('https://app.example/shop#top');
    expect(Object.fromEntries(url.searchParams)).toEqual({ item: '1', q: ' ', result_uri: URI });
  });

  it.each([
    'https://evil.example/',
    'https://app.example.evil.example/',
    'https://app.example@evil.example/',
    'http://app.example/',
    'javascript:alert(1)//https://app.example',
    'blob:https://app.example/3b9',
    'no url',
  ])('goes nowhere with the page %s', (page) => {
    expect(destinationOf({ uri: URI, page, origin: APP.origin })).toBe('nowhere');
  });
});
