// `countinghouse integrity`: checks the invariants of the books. The exit code is 1 if one is
// violated.

import type { Command } from 'commander';
import { counted } from '../../platform/http/reply/counted.js';
import { connect } from '../api.js';
import { configFrom, printResult, type SharedOptions, withSharedOptions } from '../setting.js';

/** Adds the command. */
export function integrityCommand(program: Command): void {
  const command = program
    .command('integrity')
    .description('check every invariant of the books on the running server');
  withSharedOptions(command).action(async (options: SharedOptions) => {
    const finance = await connect(configFrom(options), 'FINANCE');
    const found = await finance.request({ method: 'GET', to: 'finance/integrity' });
    const summary = found.holds ? 'the books hold' : 'THE BOOKS ARE BROKEN';
    printResult(options, found, [...found.invariants.flatMap(linesOf), summary]);
    if (!found.holds) process.exitCode = 1;
  });
}

function linesOf(invariant: Record<string, unknown>): string[] {
  const { number, name, holds, rowsChecked, violations, examples } = invariant;
  const verdict = holds === true ? 'holds ' : 'BROKEN';
  const rows = counted(Number(rowsChecked), 'row');
  const line = `${String(number).padStart(2)}  ${verdict}  ${rows}  ${name}`;
  if (holds === true || !Array.isArray(examples)) return [line];
  const shown = examples.map(({ id, finding }) => `      ${id}: ${finding}`);
  return [line, ...shown, `      ${counted(Number(violations), 'violation')} in total`];
}
