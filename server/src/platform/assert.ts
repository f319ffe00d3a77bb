// Assertions: a broken expectation about our own code is a bug. It is thrown at once and answered
// with a 500.

/**
 * Thrown when the program violates one of its own assumptions; never for bad input, and never when
 * a dependency fails.
 */
export class AssertionFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AssertionFailed';
  }
}

/** Throws AssertionFailed unless the condition holds. Narrows the type of the checked value. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionFailed(message);
}

/**
 * Returns the value, or throws if it is null or undefined: for values that earlier code guarantees.
 */
export function present<T>(value: T | null | undefined, message: string): T {
  assert(value !== null && value !== undefined, message);
  return value;
}

/** Ends an exhaustive switch: the compiler proves that it is never reached. */
export function unreachable(value: never): never {
  throw new AssertionFailed(`unreachable value ${String(value)}`);
}
