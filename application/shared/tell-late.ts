/**
 * Tells of an answer that comes after whoever asked has left; a failure then is nobody's any more. Gives the same answer back.
 * @param signal aborted when they leave
 */
export const tellLate = <T>(answer: Promise<T>, signal: AbortSignal, tell: (answer: T) => void): Promise<T> => {
  answer
    .then((value) => {
      if (signal.aborted) tell(value);
    })
    .catch(() => undefined);
  return answer;
};
