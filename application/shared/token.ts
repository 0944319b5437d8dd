/** Marks the type of a {@link ManyToken}. */
export declare const isMany: unique symbol;
declare const carried: unique symbol;

/** What anyone sees of a value: a class without its private members, so that an object of another class can take its place. */
export type Public<T> = T extends (...args: never[]) => unknown ? T : T extends object ? { [Member in keyof T]: T[Member] } : T;

/**
 * Names one port, store or use case in the container and carries its type. A symbol with the type of an Inversify `ServiceIdentifier`, so
 * that `container.get(CLOCK)` is typed and `@inject(CLOCK)` works. Compared by identity.
 */
export type Token<T> = symbol & (abstract new (...args: unknown[]) => Public<T>) & { readonly [carried]?: T };

/** Names what several modules may bind, such as the chains. */
export type ManyToken<T> = Token<T> & { readonly [isMany]: true };

const kinds = new Map<unknown, 'single' | 'many'>();

const tokenOf = <T>(name: string, kind: 'single' | 'many'): ManyToken<T> => {
  const id: symbol = Symbol(name);
  kinds.set(id, kind);
  // The type says what a symbol cannot hold.
  return id as ManyToken<T>;
};

/** Makes a token. @example export const CLOCK = token<Clock>('Clock'); */
export const token = <T>(name: string): Token<T> => tokenOf<T>(name, 'single');

/** Makes a token that several modules may bind. @example export const CHAIN = manyToken<Chain>('Chain'); */
export const manyToken = <T>(name: string): ManyToken<T> => tokenOf<T>(name, 'many');

/** Whether one module binds it, or many; `undefined` for what is no token. */
export const kindOfToken = (id: unknown): 'single' | 'many' | undefined => kinds.get(id);

/** What a token was called when it was made. */
export const nameOfToken = (id: unknown): string => (typeof id === 'symbol' ? (id.description ?? '') : String(id));
