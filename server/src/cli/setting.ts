// Options that several commands share, and the settings derived from them.

import type { Command } from 'commander';
import { type Config, readConfig } from '../config/config.js';

export interface SharedOptions {
  readonly host?: string;
  readonly port?: string;
  readonly data?: string;
  readonly json?: boolean;
}

/** Adds `--data`, `--host`, `--port` and `--json` to a command. */
export function withSharedOptions(command: Command): Command {
  return command
    .option('--data <folder>', 'data folder (COUNTINGHOUSE_DATA)')
    .option('--host <address>', 'address of the server (HOST)')
    .option('--port <number>', 'port of the server (PORT)')
    .option('--json', 'print the result as JSON');
}

/** Reads settings from the environment. Command-line options override them. */
export function configFrom(options: SharedOptions, flags: Partial<Config> = {}): Config {
  return readConfig(
    {
      ...process.env,
      ...(options.data === undefined ? {} : { COUNTINGHOUSE_DATA: options.data }),
      ...(options.host === undefined ? {} : { HOST: options.host }),
      ...(options.port === undefined ? {} : { PORT: options.port }),
    },
    flags,
  );
}

/** Prints a result: as JSON with `--json`, otherwise as lines of text. */
export function printResult(
  options: SharedOptions,
  result: object,
  lines: readonly string[],
): void {
  const text = options.json ? JSON.stringify(result, plain, 2) : lines.join('\n');
  process.stdout.write(`${text}\n`);
}

function plain(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
