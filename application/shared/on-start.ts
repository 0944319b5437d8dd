import type { TeardownLogic } from 'rxjs';
import { manyToken } from './token.js';

/** Runs when the client starts; the returned teardown runs when it is disposed. */
export type OnStart = () => TeardownLogic;

/** Multi-binding token of start functions, called once, in the order of the modules. */
export const ON_START = manyToken<OnStart>('OnStart');
