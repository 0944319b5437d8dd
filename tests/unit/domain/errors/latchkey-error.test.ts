import { describe, expect, it } from 'vitest';
import { ERROR_MESSAGES } from '../../../../domain/errors/error-messages.js';
import { ERROR_RECOVERY, type Recovery } from '../../../../domain/errors/error-recovery.js';
import { isLatchkeyError, LatchkeyError } from '../../../../domain/errors/latchkey-error.js';

/** Codes by recovery. */
const RECOVERIES: Readonly<Record<Recovery, string>> = {
  retry:
    'activity/fetch-failed balance/unavailable browser/load-failed connection/cancelled connection/disconnect-failed ' +
    'directory/invalid-response directory/unreachable ' +
    'embedded-wallet/email-cooldown embedded-wallet/popup-closed names/lookup-failed names/registration-failed names/resolve-failed names/suggestions-failed ' +
    'nfts/fetch-failed network/rpc-failed network/timeout request/cancelled secure-frame/aborted secure-frame/error-reply ' +
    'secure-frame/request-aborted send/failed service/invalid-response service/unreachable sign-in/declined sign-in/initialization-failed sign-in/refused sign-in/unavailable wallet-protocol/expired ' +
    'pairing/expired relay/publish-failed relay/unreachable json-rpc/unavailable wallet-protocol/link-not-opened wallet-protocol/pairing-aborted ' +
    'wallet-protocol/receipt-failed wallet-protocol/request-expired wallet-protocol/settlement-failed wallet/disconnected wallet/invalid-response wallet/rejected ' +
    'wallet/request-failed network/transaction-dropped send/coins-in-use send/expired send/input-spent send/nonce-too-low onramp/price-unknown ' +
    'swap/allowance-failed swap/approval-build-failed swap/build-failed',
  'ask-user':
    'embedded-wallet/popup-blocked address/invalid connection/connector-not-found connection/no-accounts connection/not-connected money/invalid-amount ' +
    'pairing/invalid-uri network/not-supported network/unrecognized-chain network/wrong-chain secure-frame/invalid-payload sign-in/address-missing ' +
    'sign-in/network-missing sign-in/smart-account-unsupported swap/gas-price-unsupported swap/network-unsupported wallet-protocol/recently-deleted ' +
    'onramp/no-purchase swap/allowance-too-low swap/incomplete swap/no-quote swap/price-moved ' +
    'wallet-protocol/switch-failed wallet-protocol/unsupported-chains wallet-protocol/user-disconnected wallet/request-pending ' +
    'wallet-protocol/session-unknown ' +
    'pairing/already-exists wallet-protocol/chain-not-approved wallet-protocol/mismatched-topic ' +
    'wallet-protocol/non-conforming-namespaces wallet-protocol/unsupported-accounts wallet-protocol/unsupported-events ' +
    'wallet-protocol/unsupported-methods ' +
    'wallet/unauthorized wallet/wrong-signature address/checksum-failed address/wrong-namespace address/wrong-network send/above-balance send/dust ' +
    'send/existential-deposit send/fee-too-high send/incomplete send/changed send/insufficient-fee-funds send/invalid-amount send/not-compared send/not-replaced send/other-payment-pending send/refused ' +
    'onramp/incomplete onramp/provider-unavailable',
  reconfigure:
    'activity/account-required caip/invalid-account-id caip/invalid-asset-id caip/invalid-chain-id chain/required ' +
    'config/already-bound config/conflicting-sign-in config/dependency-missing config/invalid-network config/invalid-option config/not-loaded config/project-id-missing ' +
    'config/provider-missing connection/adapter-not-found connection/client-not-set directory/refused embedded-wallet/connector-not-found ' +
    'json-rpc/invalid-url json-rpc/provider-not-found json-rpc/url-missing network/client-not-set network/last-of-namespace ' +
    'network/not-found relay/unauthorized secure-frame/bundle-not-found secure-frame/load-failed secure-frame/not-set service/refused sign-in/client-missing sign-in/invalid-message sign-in/misconfigured sign-in/not-enabled ' +
    'wallet-protocol/authenticate-unsupported wallet-protocol/client-not-initialized wallet-protocol/missing-or-invalid ' +
    'wallet-protocol/multiple-namespaces wallet-protocol/namespace-not-configured wallet-protocol/not-connected ' +
    'wallet-protocol/not-initialized wallet-protocol/invalid-parameter wallet-protocol/nothing-to-disconnect ' +
    'wallet-protocol/no-default-chain network/wrong-node',
  none:
    'embedded-wallet/untrusted-origin browser/clipboard-unavailable chain/unsupported config/disposed connection/revoke-failed json-rpc/already-closed ' +
    'network/transaction-partly-reverted network/transaction-replaced network/transaction-reverted send/not-replaceable network/unknown-outcome storage/unavailable wallet-protocol/auth-request-not-found ' +
    'wallet-protocol/call-status-not-approved wallet-protocol/invalid-update-request wallet-protocol/no-matching-key ' +
    'wallet-protocol/restore-will-override wallet-protocol/unauthorized-extend wallet-protocol/unauthorized-update ' +
    'swap/unexpected-transaction wallet-protocol/unknown-type wallet/unsupported-method send/request-tampered',
};

describe('LatchkeyError', () => {
  it('has its code, a frozen context, message, recovery and cause', () => {
    const cause = new Error('foreign');
    const error = new LatchkeyError('network/timeout', { chainId: 'eip155:1', method: 'eth_getBalance', timeoutMs: 10_000 }, { cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'LatchkeyError', code: 'network/timeout', recovery: 'retry', cause });
    expect(error.message).toBe('The network eip155:1 does not respond: try again in a moment');
    expect(Object.isFrozen(error.context)).toBe(true);
  });

  it('copies its context', () => {
    const context = { hash: '0x1', chainId: 'eip155:1' };
    const error = new LatchkeyError('network/unknown-outcome', context);
    context.hash = '0x2';
    expect(error.context.hash).toBe('0x1');
  });

  it('serializes without cause and stack, which may contain secrets', () => {
    const error = new LatchkeyError('wallet/rejected', { method: 'personal_sign' }, { cause: { signature: 'secret' } });
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'LatchkeyError',
      code: 'wallet/rejected',
      message: 'The request was rejected in the wallet',
      context: { method: 'personal_sign' },
    });
  });

  it('is recognized by name and code, also from another copy of the package', () => {
    const foreign = Object.assign(new Error('from another copy'), { name: 'LatchkeyError', code: 'wallet/rejected' });
    expect(isLatchkeyError(foreign)).toBe(true);
    expect(isLatchkeyError(foreign, 'wallet/rejected')).toBe(true);
    expect(isLatchkeyError(foreign, 'wallet/disconnected')).toBe(false);
  });

  it.each([null, undefined, 'LatchkeyError', new Error('LatchkeyError'), { name: 'LatchkeyError' }, { code: 'wallet/rejected' }])(
    'does not match %o',
    (value) => expect(isLatchkeyError(value)).toBe(false),
  );

  it('has a message and a recovery for each code, and codes of the form area/slug', () => {
    const codes = Object.keys(ERROR_MESSAGES);
    expect(Object.keys(ERROR_RECOVERY)).toEqual(codes);
    for (const code of codes) expect(code).toMatch(/^[a-z]+(-[a-z]+)*\/[a-z]+(-[a-z]+)*$/);
  });

  it.each(Object.entries(RECOVERIES))('has the recovery %s', (recovery, codes) => {
    const entries = Object.entries(ERROR_RECOVERY).filter(([, value]) => value === recovery);
    expect(entries.map(([code]) => code).sort()).toEqual(codes.split(' ').sort());
  });
});

describe('config/dependency-missing', () => {
  it.each([
    ['viem', 'npm install viem'],
    ['@walletconnect/core', 'npm install @walletconnect/core@2.21.8'],
    ['react', 'npm install react react-dom'],
  ])('names the command that installs a supported version of %s', (dependency, command) => {
    expect(new LatchkeyError('config/dependency-missing', { dependency }).message).toBe(`"${dependency}" is not installed: run ${command}`);
  });
});
