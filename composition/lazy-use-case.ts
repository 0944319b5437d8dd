import type { Observable } from 'rxjs';
import { loadPart } from '../application/shared/load-part.js';
import type { UseCaseState, UseCaseStep } from '../application/shared/use-case-state.js';
import type { ErrorCode } from '../domain/errors/error-contexts.js';
import { laterUseCase } from './later-use-case.js';

/** A use case as those who execute it see it. */
interface Executable<Input, State> {
  execute(input: Input): Observable<State>;
}

/**
 * A run whose code is fetched when it is executed for the first time. The first state is a synchronous `pending` all the same;
 * code that does not arrive is an `error` state with `browser/load-failed`, and is fetched again by the next run.
 */
export const lazyUseCase = <Input, Step extends UseCaseStep, Result, Code extends ErrorCode>(
  part: string,
  first: NoInfer<Step>,
  load: () => Promise<Executable<Input, UseCaseState<Step, Result, Code>>>,
): Executable<Input, UseCaseState<Step, Result, Code>> =>
  // What is loaded says nothing but states of its own type, and knows the error of code that does not arrive.
  laterUseCase(() => loadPart(part, load), { status: 'pending', step: first }) as Executable<Input, UseCaseState<Step, Result, Code>>;
