/** A call of a control method, as sent over the wire. */
export interface ControlCall {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Sends a call to a service and resolves with its result. */
export type SendCall = (call: ControlCall) => Promise<unknown>;

/** Returns a proxy for a service's controls: each method sends a call. */
export const remoteControl = <Control extends object>(send: SendCall): Control => {
  const methodOf = (_: object, name: string | symbol) => {
    // Without this, `await` would treat the proxy as a promise.
    if (typeof name === 'symbol' || name === 'then') return undefined;
    // Trailing `undefined` arguments would become `null` in JSON.
    return (...args: readonly unknown[]) => send({ name, args: args.slice(0, args.findLastIndex((arg) => arg !== undefined) + 1) });
  };
  // The service has these methods and rejects any other.
  return new Proxy({}, { get: methodOf }) as Control;
};

/**
 * Runs a control call in this process.
 * @param call untrusted input from the wire
 * @throws Error when the method does not exist or throws
 */
export const callControl = async (control: object, call: unknown): Promise<unknown> => {
  const { name, args } = Object(call) as Partial<ControlCall>;
  const run: unknown = name !== undefined && Object.hasOwn(control, name) ? Reflect.get(control, name) : undefined;
  if (typeof run !== 'function') throw new Error(`Unknown control call: ${JSON.stringify(call)}`);
  return Reflect.apply(run, control, args ?? []);
};
