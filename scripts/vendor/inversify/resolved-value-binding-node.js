import { resolveResolvedValueBindingNode } from '../../resolution/actions/resolveResolvedValueBindingNode.js';
import { resolveScopedWithNoActivations } from '../../resolution/actions/resolveScopedWithNoActivations.js';

/** Where the value of a binding comes from: its factory, once what it needs is there. */
export class ResolvedValueBindingNodeImplementation {
  params = [];

  constructor(binding) {
    this.binding = binding;
    this.resolve = resolveScopedWithNoActivations(binding, (params) => resolveResolvedValueBindingNode(params, this));
  }
}
