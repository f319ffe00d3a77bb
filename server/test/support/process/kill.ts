// How often tests kill: once in every run, more often where figures are wanted.

/** COUNTINGHOUSE_KILLS when it is set (`npm run proofs` sets it), else the usual number. */
export function killsOr(usual: number): number {
  const wanted = Number(process.env.COUNTINGHOUSE_KILLS ?? usual);
  if (!Number.isInteger(wanted) || wanted < 1) throw new Error('COUNTINGHOUSE_KILLS is no number');
  return wanted;
}

/** Whether a matrix of kills is played whole: when COUNTINGHOUSE_KILLS is set. */
export const KILLS_ALL = process.env.COUNTINGHOUSE_KILLS !== undefined;

/** Every moment of a matrix when it is played whole, else the one that tells the most. */
export function momentsOf<Moment>(all: readonly Moment[], usual: number): readonly Moment[] {
  return KILLS_ALL ? all : all.slice(usual, usual + 1);
}
