import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IframeSecureFrame } from '../../../../adapters/secure-frame/iframe-secure-frame.js';
import { FakeClock, flushPromises } from '../../../../application/ports/clock.fake.js';
import { type FrameEvent, formatReply } from '../../../../domain/embedded-wallet/frame-messages.js';
import { codeOf } from '../../../../testing/contracts/test-api.js';
import { SITE, TestFramePage } from './test-frame-page.js';

const { signal } = new AbortController();

const readyPage = (): TestFramePage => {
  const page = new TestFramePage();
  page.handlers = { IS_CONNECTED: async () => ({ isConnected: true }) };
  void page.frame.request('SYNC_THEME', {}, signal).catch(() => undefined);
  page.emit({ type: 'ready' });
  return page;
};

describe('IframeSecureFrame', () => {
  it('loads one frame, hidden, with its name, place and permissions, when it is first needed', async () => {
    const page = new TestFramePage();
    expect(page.frames).toEqual([]);
    const requests = [1, 2].map(() => page.frame.request('IS_CONNECTED', undefined, signal));
    page.handlers = { IS_CONNECTED: async () => ({ isConnected: false }) };
    expect(page.frames).toHaveLength(1);
    expect(page.frames[0]).toMatchObject({
      id: 'lk-frame',
      name: 'lk-frame',
      slot: 'secure-frame',
      src: `${SITE}/sdk?version=4`,
      allow: 'publickey-credentials-get *; publickey-credentials-create *; clipboard-write',
      style: { position: 'fixed', zIndex: '999999', display: 'none', animationDelay: '0s, 50ms' },
    });
    page.emit({ type: 'ready' });
    expect(await Promise.all(requests)).toEqual([{ isConnected: false }, { isConnected: false }]);
    page.frame.setVisible(true);
    expect(page.frames[0]?.style['display']).toBe('block');
  });

  it('sends nothing before the frame is ready, then to the exact origin of the site', async () => {
    const page = new TestFramePage();
    page.handlers = { IS_CONNECTED: async () => ({ isConnected: true }) };
    const request = page.frame.request('IS_CONNECTED', undefined, signal);
    await page.clock.run(29_999);
    expect(page.posted).toEqual([]);
    page.emit({ type: 'ready' });
    await request;
    expect(page.posted.map(({ targetOrigin }) => targetOrigin)).toEqual([SITE]);
  });

  it('fails if the frame is not ready in 30 s, and loads it again for the next request', async () => {
    const page = new TestFramePage();
    const request = codeOf(page.frame.request('IS_CONNECTED', undefined, signal));
    await page.clock.run(30_000);
    expect(await request).toBe('secure-frame/load-failed');
    expect([page.frames, page.reports]).toEqual([[], ['timeout']]);
    const next = codeOf(page.frame.request('IS_CONNECTED', undefined, signal));
    page.frames[0]?.dispatchEvent(new Event('error'));
    expect(await next).toBe('secure-frame/load-failed');
  });

  describe('with a bundle that the app pins', () => {
    const digest = '1f'.repeat(32);
    /** A frame whose document has loaded, and its first request. */
    const load = (exists: (url: string) => Promise<boolean>, path = `/f/${digest}/sdk`) => {
      const page = new TestFramePage(path, exists);
      const request = page.frame.request('SYNC_THEME', {}, signal);
      request.catch(() => undefined);
      page.frames[0]?.dispatchEvent(new Event('load'));
      return { page, request };
    };

    it('loads that one, and fails at once and by its name if the site does not have it', async () => {
      const urls: string[] = [];
      const { page, request } = load(async (url) => {
        urls.push(url);
        return false;
      });
      expect(page.frames[0]?.src).toBe(`${SITE}/f/${digest}/sdk?version=4`);
      await page.clock.run(1_000);
      await expect(request).rejects.toMatchObject({ code: 'secure-frame/bundle-not-found', context: { digest } });
      expect([urls, page.frames, page.reports]).toEqual([[`${SITE}/f/${digest}/manifest.json`], [], [`missing: ${digest}`]]);
    });

    it.each<readonly [string, () => Promise<boolean>, string]>([
      ['the site has it', async () => true, `/f/${digest}/sdk`],
      ['the site is out of reach', () => Promise.reject(new TypeError('Failed to fetch')), `/f/${digest}/sdk`],
      ['the path names no bundle', async () => false, '/f/1f/sdk'],
      ['the site chooses the bundle', async () => false, '/sdk'],
    ])('waits for the frame if %s', async (_, exists, path) => {
      const { page, request } = load(exists, path);
      await page.clock.run(29_999);
      expect(await Promise.race([codeOf(request), flushPromises().then(() => 'pending')])).toBe('pending');
      await page.clock.run(1);
      expect(await codeOf(request)).toBe('secure-frame/load-failed');
    });

    it('asks the site for nothing when the frame is ready, nor fails a frame that became ready meanwhile', async () => {
      const first = load(() => expect.fail('It is ready'));
      first.page.emit({ type: 'ready' });
      await first.page.clock.run(1_000);
      let answer = (_: boolean): void => undefined;
      const { page } = load(() => new Promise((resolve) => (answer = resolve)));
      await page.clock.run(1_000);
      page.emit({ type: 'ready' });
      answer(false);
      await flushPromises();
      expect([page.frames.length, page.reports]).toEqual([1, []]);
    });
  });

  it.each([
    ["the page's policy blocks it", {}, 'secure-frame/load-failed'],
    ['the policy only reports', { disposition: 'report' }, 'pending'],
    ['the policy blocks a frame of another site', { blockedURI: 'https://other.example/' }, 'pending'],
    ['the policy blocks something else', { effectiveDirective: 'img-src' }, 'pending'],
    ['the blocked content has no URL', { blockedURI: 'inline' }, 'pending'],
  ])('if %s: %j', async (_, change, outcome) => {
    const page = new TestFramePage();
    const request = codeOf(page.frame.request('IS_CONNECTED', undefined, signal));
    const violation = { disposition: 'enforce', effectiveDirective: 'frame-src', blockedURI: `${SITE}/sdk?version=4`, ...change };
    page.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), violation));
    expect(await Promise.race([request, flushPromises().then(() => 'pending')])).toBe(outcome);
    expect(page.reports).toEqual(outcome === 'pending' ? [] : [`blocked: ${SITE}`]);
  });

  it.each([
    ['CONNECT_EMAIL', { email: 'a@example.com' }, 30_000, 'secure-frame/aborted'],
    ['CONNECT_FARCASTER', undefined, 600_000, 'secure-frame/aborted'],
    ['UPDATE_EMAIL', { email: 'a@example.com' }, 600_000, 'secure-frame/aborted'],
    ['RPC_REQUEST', { method: 'eth_blockNumber' }, 30_000, 'secure-frame/request-aborted'],
    ['RPC_REQUEST', { method: 'personal_sign', params: [] }, 600_000, 'secure-frame/request-aborted'],
  ] as const)('aborts %s with %j after %i ms', async (action, payload, timeoutMs, code) => {
    const page = readyPage();
    page.handlers = { [action]: () => new Promise<never>(() => undefined) };
    const request = codeOf(page.frame.request(action, payload as never, signal));
    await page.clock.run(timeoutMs - 1);
    expect(await Promise.race([request, flushPromises().then(() => 'pending')])).toBe('pending');
    await page.clock.run(1);
    expect(await request).toBe(code);
  });

  it('is not set outside of a page', async () => {
    const frame = new IframeSecureFrame({
      page: () => undefined,
      container: () => expect.fail('There is no page'),
      url: () => `${SITE}/sdk`,
      clock: new FakeClock(),
    });
    await expect(frame.request('IS_CONNECTED', undefined, signal)).rejects.toThrow('W3mFrame: iframe is not set');
  });

  it('ignores a reply that comes after the time limit', async () => {
    const page = readyPage();
    page.handlers = { CONNECT_OTP: () => new Promise<never>(() => undefined) };
    const request = codeOf(page.frame.request('CONNECT_OTP', { otp: '123456' }, signal));
    await page.clock.run(30_000);
    const before = page.frame.droppedMessages;
    page.post(formatReply('CONNECT_OTP', page.ids.at(-1) ?? '', undefined));
    expect([await request, page.frame.droppedMessages - before]).toEqual(['secure-frame/aborted', 1]);
  });

  it.each([
    ['CONNECT_SOCIAL', { uri: 'https://wallet.example/social?code=1' }, ['timeout']],
    ['GET_SOCIAL_REDIRECT_URI', { provider: 'google' }, ['timeout']],
    ['CONNECT_OTP', { otp: '123456' }, ['timeout']],
    // The user may be looking for the mail.
    ['CONNECT_DEVICE', undefined, []],
  ] as const)('reports that the site did not reply to %s in time', async (action, payload, reports) => {
    const page = readyPage();
    page.handlers = { [action]: () => new Promise<never>(() => undefined) };
    const request = codeOf(page.frame.request(action, payload as never, signal));
    await page.clock.run(30_000);
    expect([await request, page.reports]).toEqual(['secure-frame/aborted', reports]);
  });

  it.each([
    ['an email address that is none', 'CONNECT_EMAIL', { email: 'no-address' }],
    ['a method that is not allowed', 'RPC_REQUEST', { method: 'eth_sign', params: [] }],
    ['a call without a recipient', 'RPC_REQUEST', { method: 'wallet_sendCalls', params: [{ calls: [{ data: '0x' }] }] }],
    ['a preflight commitment of no such name', 'RPC_REQUEST', solanaRequest('safe')],
    ['what cannot be cloned', 'RPC_REQUEST', { method: 'eth_call', params: [() => undefined] }],
  ] as const)('does not send %s', async (_, action, payload) => {
    const page = readyPage();
    const count = page.posted.length;
    expect(await codeOf(page.frame.request(action, payload as never, signal))).toBe('secure-frame/invalid-payload');
    expect(page.posted).toHaveLength(count);
  });

  it('posts pending reads again to a frame that was reloaded, and aborts other requests', async () => {
    const page = readyPage();
    page.handlers = { IS_CONNECTED: () => new Promise<never>(() => undefined), CONNECT_OTP: () => new Promise<never>(() => undefined) };
    const read = page.frame.request('IS_CONNECTED', undefined, signal);
    const otp = codeOf(page.frame.request('CONNECT_OTP', { otp: '123456' }, signal));
    page.handlers = { IS_CONNECTED: async () => ({ isConnected: true }) };
    page.emit({ type: 'ready' });
    expect([await read, await otp]).toEqual([{ isConnected: true }, 'secure-frame/aborted']);
  });

  it('aborts a signature whose frame was reloaded, which the user may have approved', async () => {
    const page = readyPage();
    page.handlers = { RPC_REQUEST: () => new Promise<never>(() => undefined) };
    const signing = page.frame.request('RPC_REQUEST', { method: 'personal_sign', params: [] }, signal);
    page.emit({ type: 'ready' });
    await expect(signing).rejects.toMatchObject({ code: 'secure-frame/request-aborted', context: { reason: 'no-reply' } });
  });

  describe('a request that is aborted', () => {
    /** A request that the user is asked about, and the signal of its handler. */
    const ask = async (event: FrameEvent | null, requestSignal = signal) => {
      const page = readyPage();
      if (event !== null) page.emit(event);
      const handled = new Promise<AbortSignal>((resolve) => {
        page.handlers = {
          RPC_REQUEST: (_, host) => {
            resolve(host.signal);
            return new Promise<never>(() => undefined);
          },
        };
      });
      const request = codeOf(page.frame.request('RPC_REQUEST', { method: 'personal_sign', params: [] }, requestSignal));
      return { page, request, handled: await handled };
    };
    const show: FrameEvent = { type: 'show', id: 'a', height: 600 };
    const typesOf = (page: TestFramePage) => page.posted.map(({ data }) => (data as { readonly type: string }).type);

    it('is taken off the screen of the frame: when the modal closes, after the time limit, and with the signal', async () => {
      const closed = await ask(show);
      closed.page.frame.abortApprovals();
      expect(await closed.request).toBe('secure-frame/request-aborted');
      expect(closed.handled.aborted).toBe(true);
      expect(closed.page.posted.at(-1)?.data).toEqual({ type: '@latchkey-app/ABORT', id: closed.page.ids.at(-2) });
      const late = await ask(show);
      await late.page.clock.run(600_000);
      expect(late.handled.aborted).toBe(true);
      const controller = new AbortController();
      const cancelled = await ask(show, controller.signal);
      controller.abort();
      expect(cancelled.handled.aborted).toBe(true);
    });

    it('is not told to a frame that may not know the message', async () => {
      const { page, request, handled } = await ask(null);
      page.frame.abortApprovals();
      await request;
      expect(handled.aborted).toBe(false);
      expect(typesOf(page)).not.toContain('@latchkey-app/ABORT');
    });

    it('gets no reply', async () => {
      const page = readyPage();
      page.emit(show);
      let finish = (): void => undefined;
      page.handlers = { RPC_REQUEST: () => new Promise((resolve) => (finish = () => resolve('0x'))) };
      const request = codeOf(page.frame.request('RPC_REQUEST', { method: 'personal_sign', params: [] }, signal));
      page.frame.abortApprovals();
      await request;
      const before = page.frame.droppedMessages;
      finish();
      await flushPromises();
      expect(page.frame.droppedMessages).toBe(before);
    });
  });

  it('no forged message changes anything or settles a request', async () => {
    const page = readyPage();
    page.handlers = { IS_CONNECTED: () => new Promise<never>(() => undefined) };
    let isSettled = false;
    const request = page.frame.request('IS_CONNECTED', undefined, signal).finally(() => {
      isSettled = true;
    });
    const id = page.ids.at(-1) ?? '';
    const events: FrameEvent[] = [];
    page.frame.events$.subscribe((event) => events.push(event));
    const types = ['IS_CONNECTED_SUCCESS', 'IS_CONNECTED_ERROR', 'GET_USER_SUCCESS', 'READY', 'SESSION_UPDATE'].map(
      (name) => `@w3m-frame/${name}`,
    );
    const type = fc.oneof(fc.constantFrom(...types, '@latchkey-frame/SHOW', '@latchkey-frame/HIDE'), fc.string());
    const envelope = fc.record({
      type,
      id: fc.oneof(fc.constant(id), fc.string()),
      payload: fc.constantFrom<unknown>({ isConnected: true, message: 'x', height: 1 }, {}, null, 'x'.repeat(10_000)),
    });
    const origin = fc.constantFrom(SITE, 'null', 'https://secure.example.attacker.example', 'https://app.example', '');
    const forged = fc.record({
      data: fc.oneof({ weight: 4, arbitrary: envelope }, fc.anything({ maxDepth: 1 })),
      origin,
      source: fc.constantFrom('opener', 'sibling', null),
    });
    const check = fc.property(forged, ({ data, ...from }) => {
      // Functions and symbols cannot be posted at all.
      try {
        structuredClone(data);
      } catch {
        return;
      }
      // What the frame's own window posts from another origin was posted by a page that it navigated to.
      page.post(data, from.origin === SITE ? from : { ...from, source: page.contentWindow });
    });
    fc.assert(check, { numRuns: 10_000 });
    await flushPromises();
    expect([isSettled, events, page.frame.droppedMessages]).toEqual([false, [], 0]);
    page.post(formatReply('IS_CONNECTED', id, { isConnected: true }));
    expect(await request).toEqual({ isConnected: true });
  });

  it('counts and drops malformed messages of the frame itself', async () => {
    const page = readyPage();
    page.handlers = { IS_CONNECTED: () => new Promise<never>(() => undefined) };
    const request = page.frame.request('IS_CONNECTED', undefined, signal);
    const id = page.ids.at(-1) ?? '';
    for (const payload of [undefined, {}, { isConnected: 'yes' }]) page.post({ type: '@w3m-frame/IS_CONNECTED_SUCCESS', id, payload });
    page.post({ type: '@w3m-frame/GET_USER_SUCCESS', id, payload: {} });
    // Of another request.
    page.post(formatReply('IS_CONNECTED', `${id}0`, { isConnected: true }));
    page.post(null);
    expect(page.frame.droppedMessages).toBe(6);
    page.post(formatReply('IS_CONNECTED', id, { isConnected: false }));
    expect(await request).toEqual({ isConnected: false });
  });
});

function solanaRequest(preflightCommitment: string) {
  return { method: 'solana_signAndSendTransaction', params: { transaction: '1', options: { preflightCommitment } } };
}
