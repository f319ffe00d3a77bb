// `countinghouse seal keys` and `seal rotate`: list and rotate the keys that seal contract notes.

import type { Command } from 'commander';
import { connect } from '../api.js';
import { configFrom, printResult, type SharedOptions, withSharedOptions } from '../setting.js';

/** Adds the command. */
export function sealCommand(program: Command): void {
  const command = program.command('seal').description('the keys that seal contract notes');
  withSharedOptions(
    command.command('keys').description('list all keys, the current one first'),
  ).action(async (options: SharedOptions) => {
    const admin = await connect(configFrom(options), 'ADMIN');
    const list = await admin.get('order/note-seal-key/list');
    printResult(options, list, list.result.map(lineOf));
  });
  withSharedOptions(
    command.command('rotate').description('create a new key; existing notes keep their seals'),
  ).action(async (options: SharedOptions) => {
    const admin = await connect(configFrom(options), 'ADMIN');
    const reply = await admin.post('order/note-seal-key/rotate', {});
    printResult(options, reply, [`new notes are sealed with ${reply.name}`]);
  });
}

function lineOf(key: Record<string, unknown>): string {
  const state = key.active === true ? 'seals' : 'verifies';
  return `${key.name}  ${state}  since ${key.createdDttm}`;
}
