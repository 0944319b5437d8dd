import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConnectMethod, resolveConnectMethods } from '../../../../domain/options/connect-order.js';
import {
  type ConnectorGroup,
  type ConnectorGroupFacts,
  DEFAULT_CONNECTOR_TYPE_ORDER,
  enabledConnectorGroups,
  orderConnectorGroups,
} from '../../../../domain/options/connector-type-order.js';
import { legalRules, shouldCollapseWallets } from '../../../../domain/options/legal-rules.js';
import { availableSocials } from '../../../../domain/options/socials.js';
import { itHolds } from '../properties.js';

describe('resolveConnectMethods', () => {
  it('returns the app’s order if configured', () => {
    const order: readonly ConnectMethod[] = ['social', 'wallet', 'email'];
    expect(resolveConnectMethods(order, [{ type: 'ANNOUNCED' }])).toBe(order);
    expect(resolveConnectMethods(order, [])).toBe(order);
  });

  it.each(['ANNOUNCED', 'INJECTED', 'MULTI_CHAIN'])('returns wallet, email, social with an installed wallet: %s', (type) => {
    expect(resolveConnectMethods(undefined, [{ type: 'WALLET_CONNECT' }, { type }])).toEqual(['wallet', 'email', 'social']);
  });

  it.each([[[]], [[{ type: 'WALLET_CONNECT' }]], [[{ type: 'AUTH' }, { type: 'EXTERNAL' }]]])(
    'returns email, social, wallet without one: %o',
    (visible) => {
      expect(resolveConnectMethods(undefined, visible)).toEqual(['email', 'social', 'wallet']);
    },
  );
});

describe('wallet list order', () => {
  const nothing: ConnectorGroupFacts = {
    enableWalletConnect: false,
    connectedWithWalletConnect: false,
    recent: 0,
    injected: 0,
    featured: 0,
    custom: 0,
    external: 0,
    recommended: 0,
  };
  const groups = fc.shuffledSubarray([...DEFAULT_CONNECTOR_TYPE_ORDER]);

  it('contains only groups with entries', () => {
    expect(enabledConnectorGroups(nothing)).toEqual([]);
    for (const group of DEFAULT_CONNECTOR_TYPE_ORDER) {
      const facts = group === 'walletConnect' ? { ...nothing, enableWalletConnect: true } : { ...nothing, [group]: 1 };
      expect(enabledConnectorGroups(facts)).toEqual([group]);
    }
  });

  it('does not offer WalletConnect while connected with it', () => {
    expect(enabledConnectorGroups({ ...nothing, enableWalletConnect: true, connectedWithWalletConnect: true })).toEqual([]);
  });

  it('is the app’s order, followed by the remaining groups in default order', () => {
    expect(orderConnectorGroups(['injected', 'walletConnect'], ['walletConnect', 'recent', 'injected', 'external'])).toEqual([
      'injected',
      'walletConnect',
      'recent',
      'external',
    ]);
  });

  itHolds('contains enabled groups exactly once, in the app’s order first', groups, groups, (configured, enabled) => {
    const order = orderConnectorGroups([...configured, ...configured], enabled);
    expect([...order].sort()).toEqual([...enabled].sort());
    const expected: readonly ConnectorGroup[] = configured.filter((group) => enabled.includes(group));
    expect(order.slice(0, expected.length)).toEqual(expected);
  });
});

describe('legal terms', () => {
  const facts = {
    legalCheckbox: true,
    termsConditionsUrl: 'https://a.example',
    privacyPolicyUrl: undefined,
    accepted: false,
    connecting: true,
  };

  it.each([
    ['a checkbox that disables the list', {}, { checkbox: true, footer: false, listDisabled: true }],
    ['a checked checkbox', { accepted: true }, { checkbox: true, footer: false, listDisabled: false }],
    [
      'a checkbox for the privacy policy only',
      { termsConditionsUrl: undefined, privacyPolicyUrl: '/p' },
      { checkbox: true, footer: false, listDisabled: true },
    ],
    ['hidden without a URL', { termsConditionsUrl: undefined }, { checkbox: false, footer: false, listDisabled: false }],
    ['hidden with an empty URL', { termsConditionsUrl: '' }, { checkbox: false, footer: false, listDisabled: false }],
    ['a footer without legalCheckbox', { legalCheckbox: false }, { checkbox: false, footer: true, listDisabled: false }],
    ['hidden in views that do not connect', { connecting: false }, { checkbox: false, footer: false, listDisabled: false }],
  ])('are %s', (_, changed, rules) => expect(legalRules({ ...facts, ...changed })).toEqual(rules));
});

describe('shouldCollapseWallets', () => {
  it.each([
    [{ collapseWallets: true, emailShowWallets: true, hasOtherMethods: true }, true],
    [{ collapseWallets: false, emailShowWallets: false, hasOtherMethods: true }, true],
    [{ collapseWallets: false, emailShowWallets: true, hasOtherMethods: true }, false],
    [{ collapseWallets: true, emailShowWallets: false, hasOtherMethods: false }, false],
  ])('returns for %o: %s', (facts, collapsed) => expect(shouldCollapseWallets(facts)).toBe(collapsed));
});

describe('social logins', () => {
  const all = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'] as const;
  const web = { telegram: false, ios: true, android: true, mac: true };

  it.each([
    ['outside of Telegram', web, []],
    ['in Telegram on iOS', { telegram: true, ios: true, android: false }, ['google']],
    ['in Telegram on a Mac', { telegram: true, ios: false, android: false, mac: true }, ['x']],
    ['in Telegram on Android', { telegram: true, ios: false, android: true }, ['facebook', 'x']],
    ['in Telegram on another platform', { telegram: true, ios: false, android: false }, []],
  ])('are limited to those that work: %s', (_, platform, missing: readonly string[]) => {
    expect(availableSocials(all, platform)).toEqual(all.filter((provider) => !missing.includes(provider)));
  });

  it('are empty if the app disables them', () => {
    expect(availableSocials(false, web)).toEqual([]);
    expect(availableSocials([], web)).toEqual([]);
  });
});
