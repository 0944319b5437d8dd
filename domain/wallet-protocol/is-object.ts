/** Whether a foreign value has members that can be looked at, each of which is still to be checked. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
