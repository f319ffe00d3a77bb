// `countinghouse fix status`: the exchange sessions of the running server.

import type { Command } from 'commander';
import { connect } from './api.js';
import { fixCertifyCommand } from './fix-certify.js';
import { configFrom, printResult, type SharedOptions, withSharedOptions } from './setting.js';

/** Adds the command. */
export function fixCommand(program: Command): void {
  const command = program.command('fix').description('exchange sessions over FIX');
  fixCertifyCommand(command);
  withSharedOptions(
    command.command('status').description('state and sequence numbers of each session'),
  ).action(async (options: SharedOptions) => {
    const admin = await connect(configFrom(options), 'ADMIN');
    const list = await admin.get('system/fix-session/list');
    printResult(options, list, list.result.map(lineOf));
  });
}

function lineOf(session: Record<string, unknown>): string {
  const numbers = `next out ${session.nextOut}, next in ${session.nextIn}`;
  return `${session.name}  ${session.phase}  ${numbers}`;
}
