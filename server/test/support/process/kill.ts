// How often tests kill a process: once in every run, more often for proofs.

/** Returns COUNTINGHOUSE_KILLS if it is set (`npm run proofs` sets it), otherwise the default. */
export function killsOr(usual: number): number {
  const wanted = Number(process.env.COUNTINGHOUSE_KILLS ?? usual);
  if (!Number.isInteger(wanted) || wanted < 1) throw new Error('COUNTINGHOUSE_KILLS is no number');
  return wanted;
}

/** True if a test performs every kill, which is the case if COUNTINGHOUSE_KILLS is set. */
export const KILLS_ALL = process.env.COUNTINGHOUSE_KILLS !== undefined;

/** Returns all moments if every kill is performed, otherwise only the one at index `usual`. */
export function momentsOf<Moment>(all: readonly Moment[], usual: number): readonly Moment[] {
  return KILLS_ALL ? all : all.slice(usual, usual + 1);
}
