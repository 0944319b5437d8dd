/** A call of one switch, as it crosses a wire. */
export interface ControlCall {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Carries a call to a service and brings back what came of it. */
export type SendCall = (call: ControlCall) => Promise<unknown>;

/** The switches of a service that is reached by calls: each method sends one. */
export const remoteControl = <Control extends object>(send: SendCall): Control => {
  const methodOf = (_: object, name: string | symbol) => {
    // It is no promise, whoever awaits it.
    if (typeof name === 'symbol' || name === 'then') return undefined;
    // JSON would make `null` of what is left out.
    return (...args: readonly unknown[]) => send({ name, args: args.slice(0, args.findLastIndex((arg) => arg !== undefined) + 1) });
  };
  // The service that answers has these methods; what it lacks it refuses.
  return new Proxy({}, { get: methodOf }) as Control;
};

/**
 * Makes a call on the switches of this process.
 * @param call of any shape, as it came over a wire
 * @throws Error when there is no such switch, or the switch throws
 */
export const callControl = async (control: object, call: unknown): Promise<unknown> => {
  const { name, args } = Object(call) as Partial<ControlCall>;
  const run: unknown = name !== undefined && Object.hasOwn(control, name) ? Reflect.get(control, name) : undefined;
  if (typeof run !== 'function') throw new Error(`There is no switch for ${JSON.stringify(call)}.`);
  return Reflect.apply(run, control, args ?? []);
};
