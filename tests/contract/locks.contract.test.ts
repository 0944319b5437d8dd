import { describe, expect, it } from 'vitest';
import { BrowserLocks, type LockRequester } from '../../adapters/browser/browser-locks.js';
import { FakeLocks } from '../../application/ports/locks.fake.js';
import { MutexLocks } from '../../application/shared/mutex-locks.js';
import { locksContract } from '../../testing/contracts/locks.contract.js';
import { neverAborted } from '../../testing/contracts/test-api.js';

const api = { describe, it, expect };
locksContract(api, 'FakeLocks', () => {
  const locks = new FakeLocks();
  return { locks, otherTab: () => locks.otherTab() };
});
locksContract(api, 'BrowserLocks without the Web Locks API', () => ({ locks: new BrowserLocks(undefined) }));
locksContract(api, 'BrowserLocks', () => {
  // Node has no Web Locks API before version 24.
  const site = new MutexLocks();
  const isHeld = new Set<string>();
  const manager: LockRequester = {
    request: (name, options, action) => {
      if ('ifAvailable' in options && isHeld.has(name)) return action(null);
      const hold = async () => {
        isHeld.add(name);
        return action({}).finally(() => isHeld.delete(name));
      };
      return site.run(name, hold, 'signal' in options ? options.signal : neverAborted());
    },
  };
  return { locks: new BrowserLocks(manager), otherTab: () => new BrowserLocks(manager) };
});

locksContract(api, 'BrowserLocks in a sandboxed frame', () => ({
  locks: new BrowserLocks({ request: () => Promise.reject(new DOMException('The request was denied', 'SecurityError')) }),
}));

describe('FakeLocks', () => {
  it('releases the locks of a closed tab', async () => {
    const tab = new FakeLocks();
    const other = tab.otherTab();
    const closed = tab.run('a', () => new Promise(() => undefined), neverAborted()).catch(String);
    const next = other.run('a', async () => 'next', neverAborted());
    tab.close();
    expect([await closed, await next]).toEqual(['Error: The tab is closed', 'next']);
  });
});
