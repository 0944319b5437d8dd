import { isPromise, stringifyServiceIdentifier } from '@inversifyjs/common';
import { plan } from '@inversifyjs/core';
import { InversifyContainerError } from '../../error/models/InversifyContainerError.js';
import { InversifyContainerErrorKind } from '../../error/models/InversifyContainerErrorKind.js';

/** Reads values, all of them at once. */
export class ServiceResolutionManager {
  #operations;

  constructor({ planParamsOperations }) {
    this.#operations = planParamsOperations;
  }

  get(serviceIdentifier) {
    return this.#resolve(false, serviceIdentifier);
  }

  getAll(serviceIdentifier) {
    return this.#resolve(true, serviceIdentifier);
  }

  #resolve(isMultiple, serviceIdentifier) {
    const rootConstraints = { isMultiple, optional: false, serviceIdentifier };
    const value = plan({ operations: this.#operations, rootConstraints }).resolve();
    if (isMultiple ? value.some(isPromise) : isPromise(value))
      throw new InversifyContainerError(
        InversifyContainerErrorKind.invalidOperation,
        `Unexpected asynchronous service when resolving service "${stringifyServiceIdentifier(serviceIdentifier)}"`,
      );
    return value;
  }
}
