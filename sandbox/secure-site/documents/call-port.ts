import { memberOf } from '../keys/shapes.js';

/** A function among the values of a call, which the other side can call back as long as the call runs. */
interface LentFunction {
  readonly functionId: number;
  /** Index of the value, and names of members in it. `null` is there. */
  readonly path: readonly (string | number)[];
}

type Message =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly name: string;
      readonly values: readonly unknown[];
      readonly lent: readonly LentFunction[];
    }
  | { readonly kind: 'call-back'; readonly id: number; readonly functionId: number; readonly values: readonly unknown[] }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly name: string; readonly message: string };

/** The members of a `MessagePort` that are used. */
export interface PortLike {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  start(): void;
}

/** Functions by name. */
export type Functions = Readonly<Record<string, (...values: never[]) => unknown>>;

/** The functions of a module, called in another document: each returns a promise. */
export type Remote<Module> = {
  readonly [Name in keyof Module as Module[Name] extends (...values: never[]) => unknown ? Name : never]: Module[Name] extends (
    ...values: infer Values
  ) => infer Result
    ? (...values: Values) => Promise<Awaited<Result>>
    : never;
};

/** An error of the other side. Its name and message are all that comes. */
export class RemoteError extends Error {
  override readonly name: string;

  constructor(name: string, message: string) {
    super(message === '' ? 'The call failed' : message);
    this.name = name;
  }
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

type AnyFunction = (...values: never[]) => unknown;

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Puts a function where its path leads, if `null` is there. What is no object of ours, or has no such member, stays as it is. */
const putAt = (target: unknown, [name = '', ...rest]: readonly unknown[], put: () => AnyFunction): void => {
  if (typeof target !== 'object' || target === null || !Object.hasOwn(target, String(name))) return;
  const member: unknown = Reflect.get(target, String(name));
  if (rest.length > 0) putAt(member, rest, put);
  else if (member === null) Reflect.set(target, String(name), put());
};

/**
 * Calls between two documents, whose values are copied. A function among the values, or in an object among them, is called back here. What the other side sends is not trusted:
 * it can call the functions that are exposed to it, and those that it got with a call that still runs.
 */
export class CallPort {
  readonly #port: PortLike;
  readonly #exposed: Functions;
  readonly #pending = new Map<number, Pending>();
  readonly #lent = new Map<number, (...values: never[]) => unknown>();
  #lastId = 0;
  #closed: Error | null = null;

  /** @param exposed what the other side may call */
  constructor(port: PortLike, exposed: Functions = {}) {
    this.#port = port;
    this.#exposed = exposed;
    port.addEventListener('message', ({ data }) => this.#receive(data));
    port.start();
  }

  /** Calls a function of the other side. @throws RemoteError, or DataCloneError for values that cannot be copied */
  async call(name: string, values: readonly unknown[]): Promise<unknown> {
    const lent: LentFunction[] = [];
    const copied = values.map((value, index) => this.#lend(value, [index], lent));
    try {
      return await this.#send((id) => ({ kind: 'call', id, name, values: copied, lent }));
    } finally {
      for (const { functionId } of lent) this.#lent.delete(functionId);
    }
  }

  /** Rejects what is pending, and all later calls: the other side is gone. */
  close(error: Error): void {
    this.#closed = error;
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
    this.#lent.clear();
  }

  /** The value without its functions, which are added to `lent`. */
  #lend(value: unknown, path: LentFunction['path'], lent: LentFunction[]): unknown {
    if (isPlain(value))
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.#lend(member, [...path, name], lent)]));
    if (typeof value !== 'function') return value;
    const functionId = this.#nextId();
    // It is called with what the other side sends.
    this.#lent.set(functionId, value as AnyFunction);
    lent.push({ functionId, path });
    return null;
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #send(create: (id: number) => Message): Promise<unknown> {
    const id = this.#nextId();
    return new Promise((resolve, reject) => {
      if (this.#closed !== null) throw this.#closed;
      this.#port.postMessage(create(id));
      this.#pending.set(id, { resolve, reject });
    });
  }

  #receive(data: unknown): void {
    const kind = memberOf(data, 'kind');
    const id = memberOf(data, 'id');
    if (typeof id !== 'number') return;
    const values = memberOf(data, 'values');
    if (kind === 'call' && Array.isArray(values)) {
      const name = memberOf(data, 'name');
      const run = typeof name === 'string' && Object.hasOwn(this.#exposed, name) ? this.#exposed[name] : undefined;
      this.#borrow(values, memberOf(data, 'lent'));
      void this.#run(id, run, values);
    } else if (kind === 'call-back' && Array.isArray(values)) {
      const functionId = memberOf(data, 'functionId');
      void this.#run(id, typeof functionId === 'number' ? this.#lent.get(functionId) : undefined, values);
    } else this.#settle(id, data);
  }

  /** Puts functions among values that came, each of which calls back. */
  #borrow(values: unknown[], lent: unknown): void {
    for (const each of Array.isArray(lent) ? lent : []) {
      const [functionId, path] = [memberOf(each, 'functionId'), memberOf(each, 'path')];
      if (typeof functionId !== 'number' || !Array.isArray(path)) continue;
      putAt(
        values,
        path,
        () =>
          (...sent: readonly unknown[]) =>
            this.#send((id) => ({ kind: 'call-back', id, functionId, values: sent })),
      );
    }
  }

  #settle(id: number, data: unknown): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (memberOf(data, 'kind') === 'result') pending?.resolve(memberOf(data, 'result'));
    else pending?.reject(new RemoteError(String(memberOf(data, 'name')), String(memberOf(data, 'message'))));
  }

  async #run(id: number, run: ((...values: never[]) => unknown) | undefined, values: readonly unknown[]): Promise<void> {
    try {
      if (run === undefined) throw new TypeError('There is no such function');
      // The caller has the types of the function, and the function tests what matters.
      const result = await run(...(values as never[]));
      this.#port.postMessage({ kind: 'result', id, result } satisfies Message);
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      this.#port.postMessage({ kind: 'error', id, name, message } satisfies Message);
    }
  }
}
