// Prints the result of a proof as one machine-readable line.

/** Prints `PROOF <name>: <figure> <unit>, …`. */
export function sayProof(name: string, figures: Readonly<Record<string, number | bigint>>): void {
  const told = Object.entries(figures).map(([unit, figure]) => `${figure} ${unit}`);
  process.stdout.write(`PROOF ${name}: ${told.join(', ')}\n`);
}
