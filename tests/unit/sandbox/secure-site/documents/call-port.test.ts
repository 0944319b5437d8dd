import { afterEach, describe, expect, it } from 'vitest';
import { CallPort, type Functions, RemoteError } from '../../../../../sandbox/secure-site/documents/call-port.js';

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

/** Two sides of a channel: ours, and one that answers with functions of its own. */
const connect = (functions: Functions): { readonly calls: CallPort; readonly port: MessagePort } => {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  const calls = new CallPort(port1);
  new CallPort(port2, functions);
  return { calls, port: port2 };
};

/** What comes to our side from one that follows no rules. */
const hostile = () => {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  const received: unknown[] = [];
  port2.addEventListener('message', ({ data }) => received.push(data));
  port2.start();
  const settled = async (): Promise<void> => {
    // A message of a port is a task. What it starts is done after the next one.
    for (let round = 0; round < 4; round += 1)
      await new Promise<void>((resolve) => {
        const { port1: one, port2: two } = new MessageChannel();
        two.addEventListener('message', () => resolve());
        two.start();
        one.postMessage(null);
        ports.push(one, two);
      });
  };
  return { calls: new CallPort(port1, { own: () => 'own' }), port: port2, received, settled };
};

describe('CallPort', () => {
  it('calls a function with copies of values, bigints and bytes too, and returns what it resolves to', async () => {
    const { calls } = connect({ add: async (one: bigint, bytes: Uint8Array) => ({ sum: one + BigInt(bytes.length) }) });
    expect(await calls.call('add', [2n, new Uint8Array(3)])).toEqual({ sum: 5n });
  });

  it('lets the other side call the functions among the values, back and forth, while the call runs', async () => {
    const lent: ((value: number) => Promise<number>)[] = [];
    const { calls } = connect({
      twice: async (run: (value: number) => Promise<number>, value: number) => {
        lent.push(run);
        return run(await run(value));
      },
    });
    expect(await calls.call('twice', [async (value: number) => value + 1, 5])).toBe(7);
    // It is over.
    await expect(lent[0]?.(1)).rejects.toThrow('no such function');
  });

  it('lends functions in objects too, and takes no data for one', async () => {
    const { calls } = connect({
      sum: async ({ one, inner }: { one: () => Promise<number>; inner: { two: () => Promise<number>; none: null } }, data: unknown) => ({
        sum: (await one()) + (await inner.two()),
        data,
      }),
    });
    const data = { functionId: 1, path: [0], lent: [{ functionId: 1, path: [1] }], list: [{ none: null }] };
    const lent = { one: () => 1, inner: { two: () => 2, none: null } };
    expect(await calls.call('sum', [lent, data])).toEqual({ sum: 3, data });
  });

  it('rejects with the name and the text of an error, also through a function that is called back', async () => {
    const { calls } = connect({
      fail: () => {
        throw new RangeError('too high');
      },
      pass: (run: () => Promise<unknown>) => run(),
    });
    await expect(calls.call('fail', [])).rejects.toMatchObject({ name: 'RangeError', message: 'too high' });
    const refusing = calls.call('pass', [() => Promise.reject(new SyntaxError('inner'))]);
    await expect(refusing).rejects.toMatchObject({ name: 'SyntaxError', message: 'inner' });
    await expect(calls.call('missing', [])).rejects.toBeInstanceOf(RemoteError);
    await expect(calls.call('toString', [])).rejects.toThrow('no such function');
    await expect(calls.call('fail', [Symbol('none')])).rejects.toThrow('could not be cloned');
  });

  it('rejects what is pending when the other side is gone', async () => {
    const { calls } = connect({ wait: () => new Promise(() => undefined) });
    const waiting = calls.call('wait', []);
    calls.close(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(calls.call('wait', [])).rejects.toThrow('gone');
  });

  it('gives a hostile side nothing but what is exposed and lent to it', async () => {
    const { calls, port, received, settled } = hostile();
    const waiting = calls.call('wait', [() => 'lent']);
    let outcome: unknown = 'pending';
    waiting.then(
      (result) => (outcome = result),
      () => undefined,
    );
    for (const message of [
      null,
      'call',
      { kind: 'call' },
      { kind: 'call', id: 1, name: 'constructor', values: [] },
      { kind: 'call', id: 2, name: '__proto__', values: [] },
      { kind: 'call-back', id: 3, functionId: 99, values: [] },
      { kind: 'call-back', id: 4, functionId: 'constructor', values: [] },
      {
        kind: 'call',
        id: 6,
        name: 'own',
        values: [{}, null],
        lent: [
          { functionId: 1, path: [0, '__proto__', 'none'] },
          { functionId: 1, path: ['length'] },
        ],
      },
      {
        kind: 'call',
        id: 7,
        name: 'own',
        values: [null],
        lent: [null, { functionId: 'x', path: [0] }, { functionId: 1, path: 'none' }, { functionId: 1, path: [] }],
      },
      { kind: 'result', id: 99, result: 'forged' },
      { kind: 'result', id: '1', result: 'forged' },
    ])
      port.postMessage(message);
    await settled();
    expect(outcome).toBe('pending');
    expect(received.slice(1)).toEqual([
      ...[1, 2, 3, 4].map((id) => expect.objectContaining({ kind: 'error', id })),
      ...[6, 7].map((id) => ({ kind: 'result', id, result: 'own' })),
    ]);
    expect(Object.hasOwn(Object.prototype, 'none')).toBe(false);
    // What is lent can be called as long as the call runs, not later.
    const [{ functionId }] = (received[0] as { readonly lent: readonly [{ readonly functionId: number }] }).lent;
    port.postMessage({ kind: 'call-back', id: 8, functionId, values: [] });
    await settled();
    expect(received.at(-1)).toEqual({ kind: 'result', id: 8, result: 'lent' });
    port.postMessage({ kind: 'result', id: (received[0] as { readonly id: number }).id, result: 'done' });
    await settled();
    expect(outcome).toBe('done');
    port.postMessage({ kind: 'call-back', id: 9, functionId, values: [] });
    await settled();
    expect(received.at(-1)).toMatchObject({ kind: 'error', id: 9 });
    port.postMessage({ kind: 'call', id: 5, name: 'own', values: [] });
    await settled();
    expect(received.at(-1)).toEqual({ kind: 'result', id: 5, result: 'own' });
  });
});
