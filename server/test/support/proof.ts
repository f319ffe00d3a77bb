// What a proof has shown: one line that a program can read.

/** `PROOF <name>: <figure> <unit>, …`, for the diagnostics of a test. */
export function proofLine(
  name: string,
  figures: Readonly<Record<string, number | bigint>>,
): string {
  const told = Object.entries(figures).map(([unit, figure]) => `${figure} ${unit}`);
  return `PROOF ${name}: ${told.join(', ')}`;
}
