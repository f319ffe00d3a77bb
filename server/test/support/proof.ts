// What a proof has shown: one line that a program can read.

/** Prints `PROOF <name>: <figure> <unit>, …`, wherever the test stands in its file. */
export function sayProof(name: string, figures: Readonly<Record<string, number | bigint>>): void {
  const told = Object.entries(figures).map(([unit, figure]) => `${figure} ${unit}`);
  process.stdout.write(`PROOF ${name}: ${told.join(', ')}\n`);
}
