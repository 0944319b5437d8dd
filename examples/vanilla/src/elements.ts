const find = <T extends HTMLElement>(id: string, kind: new () => T): T => {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`The page has no ${kind.name} with the id "${id}".`);
};

/** The elements that the scripts update or listen to. */
export const elements = {
  buttons: find('buttons', HTMLElement),
  disconnect: find('disconnect', HTMLButtonElement),
  error: find('trouble', HTMLElement),
  status: find('status', HTMLElement),
  wallet: find('wallet', HTMLElement),
  address: find('address', HTMLElement),
  network: find('network', HTMLElement),
  balance: find('balance', HTMLElement),
  signForm: find('sign-form', HTMLFormElement),
  message: find('message', HTMLInputElement),
  sign: find('sign', HTMLButtonElement),
  signStatus: find('sign-status', HTMLElement),
  signature: find('signature', HTMLOutputElement),
};
