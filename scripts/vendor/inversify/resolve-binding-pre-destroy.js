/** Only instances of classes have methods to call before their end. */
export const resolveBindingPreDestroy = () => undefined;
