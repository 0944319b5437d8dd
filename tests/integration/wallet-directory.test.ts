import { type Directory, type DirectoryFault, type ListedWallet, startDirectory } from '@latchkey/sandbox';
import { filter, firstValueFrom, lastValueFrom, of } from 'rxjs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { HttpWalletDirectory } from '../../adapters/wallet-directory/http-wallet-directory.js';
import { FakeClock, flushPromises } from '../../application/ports/clock.fake.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { OptionsStore } from '../../application/shared/options.store.js';
import { resultFrom } from '../../application/shared/result-from.js';
import { createLatchkey } from '../../composition/create-latchkey.js';
import { parseWallets } from '../../domain/directory/parse-wallets.js';
import { mainnet, polygon } from '../../domain/network/networks/eip155.js';
import { parseOptions } from '../../domain/options/parse-options.js';
import { SDK_VERSION } from '../../domain/options/sdk.js';
import { codeOf, neverAborted } from '../../testing/contracts/test-api.js';
import { walletDirectoryContract } from '../../testing/contracts/wallet-directory.contract.js';
import { contractRunner } from './support/contract-runner.js';

const FAULTS = {
  down: { mode: 'down' },
  refused: { mode: 'status', status: 403 },
  garbage: { mode: 'garbage' },
  never: { mode: 'never' },
} as const;

const FIRST = { page: 1, entries: 40 };
const KEY = { kind: 'wallet', id: 'a' } as const;

let service: Directory;
/** Directory of the contract; its pending requests may reach the service after a test. */
let contractDirectory: Directory;
let listed: readonly ListedWallet[];
const made: HttpWalletDirectory[] = [];

beforeAll(async () => {
  [service, contractDirectory] = await Promise.all([startDirectory(), startDirectory()]);
  listed = await service.control.wallets();
});
afterEach(async () => {
  for (const directory of made.splice(0)) directory.dispose();
  await Promise.all([service.control.reset(), contractDirectory.control.reset()]);
});
afterAll(() => Promise.all([service.stop(), contractDirectory.stop()]));

const directoryAt = (
  endpoints: object = { walletDirectory: `${service.origin}/`, images: service.origin },
  { clock = SYSTEM_CLOCK, projectId }: { readonly clock?: Clock; readonly projectId?: string } = {},
): HttpWalletDirectory => {
  const options = new OptionsStore(parseOptions({ networks: [mainnet], endpoints, projectId }));
  const directory = new HttpWalletDirectory({ options, clock });
  made.push(directory);
  return directory;
};
const addFault = (fault: DirectoryFault): Promise<void> => service.control.addFault(fault);
const paths = async (): Promise<readonly string[]> => (await service.control.requests()).map(({ path }) => path);

/** The service runs in this process, so a response takes only a few turns of the event loop on any machine. */
const TURNS = 1_000_000;

/** Waits until `holds` returns true, and fails with `what` otherwise. */
const until = async (what: string, holds: () => Promise<boolean> | boolean): Promise<void> => {
  for (let turn = 0; !(await holds()); turn += 1) {
    if (turn === TURNS) throw new Error(`${what}: not after ${TURNS} turns of the event loop.`);
    await new Promise((resolve) => setImmediate(resolve));
  }
};

/** Waits until a request is about to be retried, and advances past the delay. */
const advancePastDelay = async (clock: FakeClock): Promise<void> => {
  // Two timers: the timeout of the call and the retry delay.
  await until('A pause before the second request', () => clock.pending >= 2);
  clock.advance(250);
};

/** Waits until the service received this many requests. */
const receivedRequests = (count: number): Promise<void> =>
  until(`${count} requests at the service`, async () => (await service.control.requests()).length >= count);

walletDirectoryContract(contractRunner, 'HttpWalletDirectory', () => ({
  directory: directoryAt({ walletDirectory: contractDirectory.origin, images: contractDirectory.origin }),
  wallets: parseWallets(listed).wallets,
  fail: (of, fault) => contractDirectory.control.addFault({ service: of === 'lists' ? 'wallets' : 'pictures', ...FAULTS[fault] }),
}));

describe('the wallet directory over HTTP', () => {
  it('sends the project id, omits unset parameters, and needs no CORS preflight', async () => {
    const directory = directoryAt(undefined, { projectId: 'my-project' });
    await directory.getWallets({ ...FIRST, include: ['a', 'b'], search: 'x & y', badge: 'certified' }, neverAborted());
    const picture = `${service.origin}/getWalletImage/a?b=c&d`;
    await directory.getImage({ kind: 'url', id: picture }, neverAborted());
    const common = { projectId: 'my-project', st: 'latchkey', sv: SDK_VERSION };
    expect(await service.control.requests()).toEqual([
      {
        service: 'wallets',
        path: '/getWallets',
        query: { page: '1', entries: '40', include: 'a,b', search: 'x & y', badge_type: 'certified', ...common },
      },
      { service: 'pictures', path: '/image', query: { url: picture, ...common } },
    ]);
  });

  it('fetches each kind of image', async () => {
    const directory = directoryAt();
    for (const kind of ['wallet', 'asset', 'currency', 'token'] as const) await directory.getImage({ kind, id: 'a b/c' }, neverAborted());
    expect(await paths()).toEqual([
      '/getWalletImage/a%20b%2Fc',
      '/public/getAssetImage/a%20b%2Fc',
      '/public/getCurrencyImage/a%20b%2Fc',
      '/public/getTokenImage/a%20b%2Fc',
    ]);
  });

  it('sends no request to the default URL without a project id', async () => {
    const directory = directoryAt({});
    expect(await codeOf(directory.getWallets(FIRST, neverAborted()))).toBe('config/project-id-missing');
    expect(await codeOf(directory.getImage(KEY, neverAborted()))).toBe('config/project-id-missing');
  });

  it('returns distinct image URLs and revokes them on dispose', async () => {
    const directory = directoryAt();
    const [a, b] = await Promise.all(['a', 'b'].map((id) => directory.getImage({ kind: 'wallet', id }, neverAborted())));
    const [first, second] = await Promise.all([a, b].map(async (address) => (await fetch(address ?? '')).blob()));
    expect([first?.type, (await first?.bytes())?.subarray(1, 4)]).toEqual(['image/png', new TextEncoder().encode('PNG')]);
    expect(await first?.bytes()).not.toEqual(await second?.bytes());
    directory.dispose();
    for (const address of [a, b]) await expect(fetch(address ?? '')).rejects.toThrow();
  });

  it.each([
    [{ mode: 'down', times: 1 }],
    [{ mode: 'status', status: 503, times: 1 }],
    [{ mode: 'status', status: 429, times: 1 }],
  ] as const)('retries after %j', async (fault) => {
    await addFault({ service: 'wallets', ...fault });
    const clock = new FakeClock();
    const pending = directoryAt(undefined, { clock }).getWallets(FIRST, neverAborted());
    await advancePastDelay(clock);
    expect((await pending).count).toBe(listed.length);
    expect(await paths()).toHaveLength(2);
  });

  it.each([
    [{ mode: 'status', status: 500 }, 'directory/unreachable', 2],
    [{ mode: 'status', status: 404 }, 'directory/refused', 1],
    [{ mode: 'wrong-type' }, 'directory/invalid-response', 1],
    [{ mode: 'json', body: null }, 'directory/invalid-response', 1],
    [{ mode: 'json', body: [] }, 'directory/invalid-response', 1],
    [{ mode: 'json', body: { data: {}, count: 1 } }, 'directory/invalid-response', 1],
    [{ mode: 'json', body: { data: [] } }, 'directory/invalid-response', 1],
    [{ mode: 'json', body: { data: [], count: -1 } }, 'directory/invalid-response', 1],
    [{ mode: 'json', body: { data: [], count: '7' } }, 'directory/invalid-response', 1],
    [{ mode: 'huge', bytes: 10 * 1024 * 1024 }, 'directory/invalid-response', 1],
    [{ mode: 'status', status: 429, retryAfter: '3600' }, 'directory/unreachable', 1],
  ] as const)('rejects a list that is %j with %s, after %i requests', async (fault, code, times) => {
    await addFault({ service: 'wallets', ...fault });
    const clock = new FakeClock();
    const pending = codeOf(directoryAt(undefined, { clock }).getWallets(FIRST, neverAborted()));
    if (times === 2) await advancePastDelay(clock);
    expect(await pending).toBe(code);
    expect(await paths()).toHaveLength(times);
  });

  it('keeps valid entries, reports invalid ones, and drops surplus ones', async () => {
    const data = [
      null,
      7,
      { id: 'a' },
      { id: 'a', name: 'A', chains: 'eip155:1', mobile_link: 'javascript:alert(1)' },
      { id: 'a', name: 'B' },
    ];
    await addFault({ service: 'wallets', mode: 'json', body: { data: [...data, { id: 'late', name: 'Late' }], count: 6 } });
    const page = await directoryAt().getWallets({ page: 1, entries: 5 }, neverAborted());
    expect(page.wallets).toMatchObject([{ id: 'a', name: 'A', chains: [], mobile_link: null }]);
    expect(page.dropped.map(({ reason }) => reason)).toEqual(['not-an-object', 'not-an-object', 'no-name', 'repeated-id']);
  });

  it.each([
    [{ mode: 'status', status: 404 }, 'directory/refused'],
    [{ mode: 'wrong-type' }, 'directory/invalid-response'],
    [{ mode: 'json', body: {} }, 'directory/invalid-response'],
    [{ mode: 'garbage' }, 'directory/invalid-response'],
    [{ mode: 'huge', bytes: 50 * 1024 * 1024 }, 'directory/invalid-response'],
  ] as const)('rejects an image that is %j with %s', async (fault, code) => {
    await addFault({ service: 'pictures', ...fault });
    expect(await codeOf(directoryAt().getImage(KEY, neverAborted()))).toBe(code);
  });

  it.each(['wallets', 'pictures'] as const)('follows no redirect of %s and does not retry', async (of) => {
    const otherHost = await startDirectory({ count: 1 });
    await addFault({ service: of, mode: 'redirect', to: `${otherHost.origin}/getWallets` });
    const directory = directoryAt();
    const pending = of === 'wallets' ? directory.getWallets(FIRST, neverAborted()) : directory.getImage(KEY, neverAborted());
    await expect(pending).rejects.toMatchObject({ code: 'directory/invalid-response', context: { reason: 'it is a redirect' } });
    expect([(await paths()).length, await otherHost.control.requests()]).toEqual([1, []]);
    await otherHost.stop();
  });

  it.each(['.', '..', '', '\uD800', 'a\uDFFF'])('requests no image for the invalid id %j', async (id) => {
    const directory = directoryAt();
    for (const kind of ['wallet', 'asset', 'currency', 'token'] as const)
      expect(await codeOf(directory.getImage({ kind, id }, neverAborted()))).toBe('directory/invalid-response');
    expect(await paths()).toEqual([]);
  });

  it('waits for a slow service', async () => {
    await addFault({ service: 'wallets', mode: 'slow', delayMs: 30 });
    expect((await directoryAt().getWallets(FIRST, neverAborted())).count).toBe(listed.length);
  });

  it.each([{ mode: 'never' }, { mode: 'stall' }, { mode: 'drip', everyMs: 5 }] as const)(
    'times out after 10 s if the response is %j, and leaves no timer',
    async (fault) => {
      await addFault({ service: 'wallets', ...fault });
      const clock = new FakeClock();
      const pending = codeOf(directoryAt(undefined, { clock }).getWallets(FIRST, neverAborted()));
      await receivedRequests(1);
      await clock.run(9_999);
      expect(clock.pending).toBe(1);
      await clock.run(1);
      expect(await pending).toBe('directory/unreachable');
      await flushPromises();
      expect(clock.pending).toBe(0);
    },
  );

  it('rejects if the connection is refused', async () => {
    const gone = await startDirectory({ count: 1 });
    await gone.stop();
    const clock = new FakeClock();
    const pending = codeOf(directoryAt({ walletDirectory: gone.origin }, { clock }).getWallets(FIRST, neverAborted()));
    await advancePastDelay(clock);
    expect(await pending).toBe('directory/unreachable');
  });
});

describe('the wallet directory of a client in plain Node', () => {
  it('lists, finds and shows wallets once, and leaves nothing open', async () => {
    const { origin } = service;
    const client = createLatchkey({ networks: [polygon], endpoints: { walletDirectory: origin, images: origin } });
    const { watchWallets, loadMoreWallets, watchWalletSearch, findWallet, watchWalletImage } = client.useCases;
    await client.ready;
    expect(await service.control.requests()).toEqual([]);

    const following = watchWallets.execute().subscribe();
    do await resultFrom(loadMoreWallets.execute());
    while (watchWallets.current().hasMore);
    const { wallets, count } = watchWallets.current();
    const expected = listed.filter(({ chains }) => chains?.includes('eip155:137')).map(({ id }) => id);
    expect(wallets.map(({ id }) => id).sort()).toEqual(expected.sort());
    expect(count).toBe(expected.length);
    following.unsubscribe();

    const [first] = wallets;
    const search = first?.name.slice(0, 6) ?? '';
    const found = await lastValueFrom(watchWalletSearch.execute({ terms$: of({ search }) }));
    expect(found.wallets.map(({ id }) => id)).toContain(first?.id);
    expect(found.wallets.every(({ name }) => name.includes(search))).toBe(true);
    expect(await resultFrom(findWallet.execute({ id: first?.id ?? '' }))).toEqual(first);

    const picture = await firstValueFrom(watchWalletImage.execute(first ?? {}).pipe(filter((image) => typeof image === 'string')));
    expect((await (await fetch(picture)).blob()).type).toBe('image/png');
    client.dispose();
    await expect(fetch(picture)).rejects.toThrow();
    expect(await lastValueFrom(watchWalletSearch.execute({ terms$: of({ search }) }))).toMatchObject({ wallets: [] });
  });
});
