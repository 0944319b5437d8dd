/** The result of a request. */
export const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new DOMException('No reason', 'UnknownError')));
  });

/** Opens a database of one store, and creates both if need be. */
export const openDatabase = async (
  factory: IDBFactory,
  { name, store }: { readonly name: string; readonly store: string },
): Promise<IDBDatabase> => {
  const request = factory.open(name, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store));
  return settled(request);
};
