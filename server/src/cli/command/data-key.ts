// `countinghouse data-key list` and `data-key rotate`: list and rotate the keys that encrypt
// personal numbers.

import type { Command } from 'commander';
import { connect } from '../api.js';
import { configFrom, printResult, type SharedOptions, withSharedOptions } from '../setting.js';

/** Adds the command. */
export function dataKeyCommand(program: Command): void {
  const command = program.command('data-key').description('the keys that encrypt personal numbers');
  withSharedOptions(command.command('list').description('list all keys, newest first')).action(
    async (options: SharedOptions) => {
      const admin = await connect(configFrom(options), 'ADMIN');
      const list = await admin.get('security/data-key/list');
      printResult(options, list, list.result.map(lineOf));
    },
  );
  withSharedOptions(
    command
      .command('rotate')
      .description('encrypt with a new key from now on, and re-encrypt all stored numbers'),
  ).action(async (options: SharedOptions) => {
    const admin = await connect(configFrom(options), 'ADMIN');
    const reply = await admin.post('security/data-key/rotate', { body: {} });
    printResult(options, reply, [
      `key ${reply.name} will be used in half a minute; a job re-encrypts stored numbers`,
    ]);
  });
}

function lineOf(key: Record<string, unknown>): string {
  const state = key.replacedDttm === undefined ? '' : `  replaced ${key.replacedDttm}`;
  const held = key.held === true ? '' : '  MISSING ON THIS NODE';
  return `${key.purpose} ${key.name}  since ${key.sealsFromDttm}${state}${held}`;
}
