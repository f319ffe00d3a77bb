// Assertions. A failed assertion indicates a bug in our own code. It throws immediately and causes
// a 500 reply.

/**
 * Thrown when the program violates its own assumptions. Never thrown for bad input or for a failed
 * dependency.
 */
export class AssertionFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AssertionFailed';
  }
}

/** Throws AssertionFailed unless the condition is true. Narrows the type of the checked value. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionFailed(message);
}

/**
 * Returns the value, or throws if it is null or undefined. For values that earlier code guarantees
 * to be present.
 */
export function present<T>(value: T | null | undefined, message: string): T {
  assert(value !== null && value !== undefined, message);
  return value;
}

/** Ends an exhaustive switch. The compiler proves that it is never reached. */
export function unreachable(value: never): never {
  throw new AssertionFailed(`unreachable value ${String(value)}`);
}
