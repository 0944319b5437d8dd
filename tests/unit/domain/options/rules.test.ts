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
import { collapsesWallets, legalRules } from '../../../../domain/options/legal-rules.js';
import { availableSocials } from '../../../../domain/options/socials.js';
import { itHolds } from '../properties.js';

describe('the order of the connect methods', () => {
  it('is the host’s, if it set one', () => {
    const order: readonly ConnectMethod[] = ['social', 'wallet', 'email'];
    expect(resolveConnectMethods(order, [{ type: 'ANNOUNCED' }])).toBe(order);
    expect(resolveConnectMethods(order, [])).toBe(order);
  });

  it.each(['ANNOUNCED', 'INJECTED', 'MULTI_CHAIN'])('is wallet, email, social with an installed wallet: %s', (type) => {
    expect(resolveConnectMethods(undefined, [{ type: 'WALLET_CONNECT' }, { type }])).toEqual(['wallet', 'email', 'social']);
  });

  it.each([[[]], [[{ type: 'WALLET_CONNECT' }]], [[{ type: 'AUTH' }, { type: 'EXTERNAL' }]]])(
    'is email, social, wallet without one: %o',
    (shown) => {
      expect(resolveConnectMethods(undefined, shown)).toEqual(['email', 'social', 'wallet']);
    },
  );
});

describe('the order of the wallet list', () => {
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

  it('has only kinds that have something to show', () => {
    expect(enabledConnectorGroups(nothing)).toEqual([]);
    for (const group of DEFAULT_CONNECTOR_TYPE_ORDER) {
      const facts = group === 'walletConnect' ? { ...nothing, enableWalletConnect: true } : { ...nothing, [group]: 1 };
      expect(enabledConnectorGroups(facts)).toEqual([group]);
    }
  });

  it('does not offer a second pairing while one is connected', () => {
    expect(enabledConnectorGroups({ ...nothing, enableWalletConnect: true, connectedWithWalletConnect: true })).toEqual([]);
  });

  it('is the host’s, then the default one for what the host did not name', () => {
    expect(orderConnectorGroups(['injected', 'walletConnect'], ['walletConnect', 'recent', 'injected', 'external'])).toEqual([
      'injected',
      'walletConnect',
      'recent',
      'external',
    ]);
  });

  itHolds('shows what is enabled exactly once, in the host’s order as far as it goes', groups, groups, (configured, enabled) => {
    const order = orderConnectorGroups([...configured, ...configured], enabled);
    expect([...order].sort()).toEqual([...enabled].sort());
    const wanted: readonly ConnectorGroup[] = configured.filter((group) => enabled.includes(group));
    expect(order.slice(0, wanted.length)).toEqual(wanted);
  });
});

describe('the terms', () => {
  const facts = {
    legalCheckbox: true,
    termsConditionsUrl: 'https://a.example',
    privacyPolicyUrl: undefined,
    accepted: false,
    connecting: true,
  };

  it.each([
    ['a box that the list waits for', {}, { checkbox: true, footer: false, listDisabled: true }],
    ['a box that is ticked', { accepted: true }, { checkbox: true, footer: false, listDisabled: false }],
    [
      'a box for the privacy policy alone',
      { termsConditionsUrl: undefined, privacyPolicyUrl: '/p' },
      { checkbox: true, footer: false, listDisabled: true },
    ],
    ['nothing without an address', { termsConditionsUrl: undefined }, { checkbox: false, footer: false, listDisabled: false }],
    ['nothing with an empty address', { termsConditionsUrl: '' }, { checkbox: false, footer: false, listDisabled: false }],
    ['a line where no box is asked for', { legalCheckbox: false }, { checkbox: false, footer: true, listDisabled: false }],
    ['nothing where nothing is connected', { connecting: false }, { checkbox: false, footer: false, listDisabled: false }],
  ])('are %s', (_, changed, rules) => expect(legalRules({ ...facts, ...changed })).toEqual(rules));
});

describe('the wallets behind one button', () => {
  it.each([
    [{ collapseWallets: true, emailShowWallets: true, hasOtherMethods: true }, true],
    [{ collapseWallets: false, emailShowWallets: false, hasOtherMethods: true }, true],
    [{ collapseWallets: false, emailShowWallets: true, hasOtherMethods: true }, false],
    [{ collapseWallets: true, emailShowWallets: false, hasOtherMethods: false }, false],
  ])('%o: %s', (facts, collapsed) => expect(collapsesWallets(facts)).toBe(collapsed));
});

describe('the social logins', () => {
  const all = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'] as const;
  const web = { telegram: false, ios: true, android: true, mac: true };

  it.each([
    ['everywhere outside of Telegram', web, []],
    ['in Telegram on iOS', { telegram: true, ios: true, android: false }, ['google']],
    ['in Telegram on a Mac', { telegram: true, ios: false, android: false, mac: true }, ['x']],
    ['in Telegram on Android', { telegram: true, ios: false, android: true }, ['facebook', 'x']],
    ['in Telegram elsewhere', { telegram: true, ios: false, android: false }, []],
  ])('are those that work: %s', (_, platform, missing: readonly string[]) => {
    expect(availableSocials(all, platform)).toEqual(all.filter((provider) => !missing.includes(provider)));
  });

  it('are none where the host switched them off', () => {
    expect(availableSocials(false, web)).toEqual([]);
    expect(availableSocials([], web)).toEqual([]);
  });
});
