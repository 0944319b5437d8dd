import { beforeEach, describe, expect, it } from 'vitest';
import { hasFunds } from '../../../../../sandbox/secure-site/approval/balance.js';
import { isReminderDue, noteReminder } from '../../../../../sandbox/secure-site/documents/reminder.js';
import type { WalletSession } from '../../../../../sandbox/secure-site/documents/wallet-session.js';
import { ALICE, DAY_MS, SecureSiteWorld } from '../api/secure-site-world.js';
import { memoryStore, openSession } from './open-session.js';

let session: WalletSession;
beforeEach(async () => {
  const world = await SecureSiteWorld.create();
  session = await openSession(world, await memoryStore());
  await session.logins.requestCode(ALICE);
  await session.logins.enterCode(world.code);
  await session.createWallet(await session.beginWallet(), null);
});

describe('the reminder of recovery words', () => {
  const due = (options: Partial<Parameters<typeof isReminderDue>[0]> = {}): Promise<boolean> =>
    isReminderDue({ session, recoverable: false, hasFunds: async () => true, ...options });

  it('is due at the first funds of a wallet without words', async () => {
    expect(await due({ hasFunds: async () => false })).toBe(false);
    expect(await due({ hasFunds: () => Promise.reject(new TypeError('Failed to fetch')) })).toBe(false);
    expect(await due()).toBe(true);
  });

  it('is not due with words, whose wallet asks no node', async () => {
    expect(await due({ recoverable: true, hasFunds: () => Promise.reject(new Error('asked')) })).toBe(false);
  });

  it('is due again a week after the user has put it off', async () => {
    const now = 1_000_000;
    await noteReminder(session, () => now);
    expect(await due({ now: () => now + 7 * DAY_MS - 1 })).toBe(false);
    expect(await due({ now: () => now + 7 * DAY_MS })).toBe(true);
  });
});

describe('funds', () => {
  const evm = { chainId: 'eip155:1', address: '0x1' };
  it.each([
    [evm, 'eth_getBalance', ['0x1', 'latest'], '0x1', true],
    [evm, 'eth_getBalance', ['0x1', 'latest'], '0x0', false],
    [evm, 'eth_getBalance', ['0x1', 'latest'], null, false],
    [{ chainId: 'solana:1', address: 'a' }, 'getBalance', ['a'], { value: 1 }, true],
    [{ chainId: 'solana:1', address: 'a' }, 'getBalance', ['a'], { value: 0 }, false],
  ])('of %j are what the node says: %s %j', async (account, method, params, result, expected) => {
    const calls: unknown[] = [];
    const call = async (...called: readonly unknown[]): Promise<unknown> => {
      calls.push(called);
      return result;
    };
    expect(await hasFunds(account, call)).toBe(expected);
    expect(calls).toEqual([[method, params]]);
  });
});
