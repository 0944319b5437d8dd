interface Pending<Info, Result> {
  readonly info: Info;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Pending results by id, each with additional info. A rejection never causes an unhandled rejection. */
export class PendingResults<Info, Result> {
  readonly #pending = new Map<number, Pending<Info, Result>>();

  add(id: number, info: Info): Promise<Result> {
    const result = new Promise<Result>((resolve, reject) => this.#pending.set(id, { info, resolve, reject }));
    result.catch(() => undefined);
    return result;
  }

  get(id: number): Info | null {
    return this.#pending.get(id)?.info ?? null;
  }

  find(predicate: (info: Info) => boolean): Info | null {
    return [...this.#pending.values()].find(({ info }) => predicate(info))?.info ?? null;
  }

  /** No effect if the id is not pending, as in {@link reject}. */
  resolve(id: number, result: Result): void {
    this.#remove(id)?.resolve(result);
  }

  reject(id: number, error: unknown): void {
    this.#remove(id)?.reject(error);
  }

  rejectAll(error: unknown, predicate: (info: Info) => boolean = () => true): void {
    for (const [id, { info }] of [...this.#pending]) if (predicate(info)) this.reject(id, error);
  }

  #remove(id: number): Pending<Info, Result> | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }
}
