import { afterEach, describe, expect, it, vi } from 'vitest';
import { Core } from '../../../../adapters/sign-client/core.js';
import { FakeKeyValueStorage } from '../../../../application/ports/key-value-storage.fake.js';
import { coreFixture, WALLET } from '../support/core-fixture.js';

const { party, coreOf } = coreFixture();

const METHODS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

describe('logger of a Core', () => {
  const output = () => {
    const written: string[] = [];
    for (const name of ['debug', 'info', 'warn', 'error', 'trace', 'log'] as const)
      vi.spyOn(console, name).mockImplementation((...args: unknown[]) => void written.push(`${name} ${args.join(' ')}`));
    return written;
  };
  const logAll = (logger: Core['logger']): void => {
    for (const method of METHODS) logger[method](method);
  };

  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each([undefined, null, 'error', 'silent', 'no such level', '', 5, {}, { child: () => null }, { child: 'x', info: null }, console])(
    'has the methods of pino for the option %j',
    (logger) => {
      output();
      // JavaScript apps may pass any value.
      const core = new Core({ logger: logger as never });
      logAll(core.logger);
      logAll(core.logger.child({ context: 'app' }));
      logAll(core.logger.child({ context: 'app' }, { level: 'warn' }).child());
      expect(typeof core.logger.level).toBe('string');
    },
  );

  it.each([
    [undefined, 'error', ['error error', 'error fatal']],
    ['fatal', 'fatal', ['error fatal']],
    ['warn', 'warn', ['warn warn', 'error error', 'error fatal']],
    ['trace', 'trace', ['debug trace', 'debug debug', 'info info', 'warn warn', 'error error', 'error fatal']],
    ['silent', 'silent', []],
    ['no such level', 'error', ['error error', 'error fatal']],
  ])('writes to the console for the level %s', (option, level, expected) => {
    const written = output();
    const { logger } = new Core(option === undefined ? {} : { logger: option });
    expect(logger.level).toBe(level);
    logAll(logger);
    expect(written).toEqual(expected);
    written.length = 0;
    logAll(logger.child({ context: 'app' }));
    expect(written).toEqual(expected);
  });

  it('applies a level that the app sets, and that of a child', () => {
    const written = output();
    const { logger } = new Core({ logger: 'silent' });
    const child = logger.child({}, { level: 'info' });
    logger.level = 'warn';
    logger.warn('own');
    child.info('of the child');
    logger.info('not written');
    expect(written).toEqual(['warn own', 'info of the child']);
  });

  it('passes calls, children and the level on to the logger of the app', () => {
    const calls: unknown[] = [];
    class AppLogger {
      level = 'debug';
      readonly #name: string;
      constructor(name: string) {
        this.#name = name;
      }
      #write(method: string, args: unknown[]): void {
        calls.push([this.#name, method, ...args]);
      }
      trace = undefined;
      debug(...args: unknown[]): void {
        this.#write('debug', args);
      }
      info(...args: unknown[]): void {
        this.#write('info', args);
      }
      warn(...args: unknown[]): void {
        this.#write('warn', args);
      }
      error(...args: unknown[]): void {
        this.#write('error', args);
      }
      child({ context }: { context: string }): AppLogger {
        return new AppLogger(context);
      }
    }
    const own = new AppLogger('app');
    const { logger } = new Core({ logger: own });
    logger.info({ id: 1 }, 'message');
    logAll(logger.child({ context: 'child' }));
    expect(calls).toEqual([
      ['app', 'info', { id: 1 }, 'message'],
      ...['debug', 'debug', 'info', 'warn', 'error', 'error'].map((method, index) => ['child', method, METHODS[index]]),
    ]);
    expect(logger.level).toBe('debug');
    logger.level = 'warn';
    expect(own.level).toBe('warn');
  });
});

describe('Core', () => {
  it('holds the settings for its client', async () => {
    const storage = new FakeKeyValueStorage();
    const core = await Core.init({ projectId: 'any', relayUrl: 'wss://relay.example', storage, customStoragePrefix: 'mine' });
    expect(core).toMatchObject({ protocol: 'wc', version: 2, name: 'core', projectId: 'any', relayUrl: 'wss://relay.example' });
    expect([core.customStoragePrefix, core.storage === storage, core.events === core]).toEqual(['mine', true, true]);
  });

  it('has the modules of the official core once a client of another package starts it', async () => {
    vi.stubEnv('DISABLE_GLOBAL_CORE', 'true');
    const storage = new FakeKeyValueStorage();
    const core = new Core({ projectId: 'any', relayUrl: 'wss://relay.example', storage, customStoragePrefix: 'mine', logger: 'silent' });
    await Promise.all([core.start(), core.start()]);
    expect(core.isStartedByOther).toBe(true);
    expect(await core.crypto.getClientId()).toMatch(/^did:key:z/);
    // The records of the official core, in the storage and under the prefix of ours.
    expect([...storage.texts.keys()]).toContain('wc@2:core:0.3:mine//keychain');
    for (const name of ['publish', 'messages']) expect(core.relayer).toHaveProperty(name);
    expect(core.eventClient).toMatchObject({ telemetryEnabled: false });
    core.addLinkModeSupportedApp('https://wallet.example');
    expect(core.linkModeSupportedApps).toEqual(['https://wallet.example']);
    core.heartbeat.stop();
  });

  it('has no effect on pushes and telemetry with a client of ours', async () => {
    const core = new Core();
    const { core: facade } = coreOf(party(WALLET));
    core.attach(facade);
    await core.start();
    for (const { echoClient, eventClient } of [core, facade]) {
      await echoClient.registerDeviceToken({ clientId: 'any', token: 'any', notificationType: 'fcm' });
      await eventClient.init();
      expect([eventClient.createEvent({}), eventClient.getEvent({}), eventClient.deleteEvent({})]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
    expect(core.isStartedByOther).toBe(false);
    facade.dispose();
  });

  it('throws NOT_INITIALIZED for each module before a client is attached', () => {
    const core = new Core();
    for (const name of ['pairing', 'relayer', 'crypto', 'expirer', 'history', 'heartbeat', 'verify'] as const)
      expect(() => core[name]).toThrow(expect.objectContaining({ code: 1, message: `Not initialized. ${name}` }));
    for (const call of [
      () => core.addLinkModeSupportedApp('https://wallet.example'),
      () => core.dispatchEnvelope({ topic: 'aa', message: 'bb' }),
    ])
      expect(call).toThrow('Not initialized. core');
    expect([core.storage, core.linkModeSupportedApps]).toEqual([undefined, []]);
  });

  it('exposes the modules of an attached client', async () => {
    const core = new Core();
    const { core: facade, dispatched } = coreOf(party(WALLET));
    core.attach(facade);
    for (const name of ['pairing', 'relayer', 'crypto', 'expirer', 'history', 'heartbeat', 'verify', 'storage'] as const)
      expect(core[name]).toBe(facade[name]);
    core.addLinkModeSupportedApp('https://wallet.example');
    core.dispatchEnvelope({ topic: 'aa', message: 'bb' });
    expect([core.linkModeSupportedApps, dispatched]).toEqual([['https://wallet.example'], [{ topic: 'aa', envelope: 'bb' }]]);
    facade.dispose();
  });
});
