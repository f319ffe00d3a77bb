// `countinghouse fix …`: shows and controls the running server's exchange sessions over its public
// API.

import type { Client } from '@countinghouse/sdk';
import type { Command } from 'commander';
import { counted } from '../../../platform/http/reply/counted.js';
import { connect } from '../../api.js';
import { configFrom, printResult, type SharedOptions, withSharedOptions } from '../../setting.js';
import { fixCertifyCommand } from './certify.js';

interface MessageOptions extends SharedOptions {
  readonly session?: string;
  readonly order?: string;
  readonly last: string;
}

interface ResetOptions extends SharedOptions {
  readonly reason: string;
}

/** Adds the command. */
export function fixCommand(program: Command): void {
  const command = program.command('fix').description('exchange sessions over FIX');
  fixCertifyCommand(command);
  withSharedOptions(
    command
      .command('status')
      .description('show the state and sequence numbers of each session, and open work items'),
  ).action(async (options: SharedOptions) => {
    const client = await admin(options);
    const list = await client.get('system/fix-session/list');
    const workItems = await client.get('order/unmatched-report/summary');
    printResult(options, { ...list, workItems }, [
      ...list.result.map(lineOf),
      itemsLine(workItems),
    ]);
  });
  withSharedOptions(
    command
      .command('messages')
      .description('list raw messages, newest first')
      .option('--session <id>', 'only messages of this session')
      .option('--order <id>', 'only messages of this order, by its id or one of its ClOrdIDs')
      .option('--last <number>', 'number of messages', '20'),
  ).action(messages);
  addHold(command, 'logout', 'log a session out and keep it logged out');
  addHold(command, 'logon', 'allow a session to log on again');
  addReset(command);
}

function addHold(command: Command, verb: 'logout' | 'logon', description: string): void {
  withSharedOptions(command.command(`${verb} <session>`).description(description)).action(
    async (session: string, options: SharedOptions) => {
      const client = await admin(options);
      const reply = await client.put(`system/fix-session/${verb}/id/{id}`, {
        path: { id: session },
      });
      const state = verb === 'logout' ? 'stays logged out' : 'may log on';
      printResult(options, reply, [`session ${session} ${state}`]);
    },
  );
}

function addReset(command: Command): void {
  const reset = command.command('reset').description('reset both sequence numbers to 1');
  withSharedOptions(
    reset
      .command('ask <session>')
      .description('request a reset; another person must approve it')
      .requiredOption('--reason <text>', 'reason, for the audit log'),
  ).action(async (session: string, options: ResetOptions) => {
    const client = await admin(options);
    const request = { path: { id: session }, body: { reason: options.reason } };
    const reply = await client.put('system/fix-session/reset/id/{id}', request);
    printResult(options, reply, [`reset ${reply.id} needs the approval of a second person`]);
  });
  for (const verb of ['approve', 'reject'] as const) {
    withSharedOptions(
      reset.command(`${verb} <reset>`).description(`${verb} a reset that another person requested`),
    ).action(async (id: string, options: SharedOptions) => {
      const approver = await connect(configFrom(options), 'APPROVER');
      const reply = await approver.put(`system/fix-session/reset/${verb}/id/{id}`, {
        path: { id },
      });
      printResult(options, reply, [`reset ${id}: ${reply.result?.state}`]);
    });
  }
}

async function messages(options: MessageOptions): Promise<void> {
  const query = {
    s: Number(options.last),
    ...(options.session === undefined ? {} : { session: options.session }),
    ...(options.order === undefined ? {} : orderQuery(options.order)),
  };
  const list = await (await admin(options)).get('system/fix-session/message/list', { query });
  const lines = list.result.map(
    ({ at, sessionId, direction, text }: Record<string, unknown>) =>
      `${at}  ${sessionId}  ${String(direction).padEnd(3)}  ${text}`,
  );
  printResult(options, list, lines.length === 0 ? ['no matching messages'] : lines);
}

function admin(options: SharedOptions): Promise<Client> {
  return connect(configFrom(options), 'ADMIN');
}

interface OpenItems {
  readonly open: number;
  readonly oldestSeconds: number;
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
}

function itemsLine({ open, oldestSeconds, reasons }: OpenItems): string {
  if (open === 0) return 'no open work items';
  const by = reasons.map(({ reason, count }) => `${reason} ${count}`).join(', ');
  const items = open === 1 ? '1 open work item' : `${open} open work items`;
  return `${items}, the oldest for ${Math.floor(oldestSeconds / 60)} min: ${by}`;
}

function lineOf(session: Record<string, unknown>): string {
  const held = session.held === true ? ', kept logged out by an operator' : '';
  const gap = session.gapFrom === undefined ? '' : `, gap from ${session.gapFrom}`;
  const unbooked = session.unbooked === 0 ? '' : `, ${session.unbooked} not booked yet`;
  const numbers = `next out ${session.nextOut}, next in ${session.nextIn}`;
  const state = `${session.phase}${reachOf(session)}`;
  return `${session.id}  ${session.name}  ${state}  ${numbers}${gap}${unbooked}${held}`;
}

/**
 * Formats the address and state of the connection. Empty for a session that only accepts
 * connections.
 */
function reachOf({ state, host, port, attempts, lastError }: Record<string, unknown>): string {
  if (state === undefined) return '';
  const tried = attempts === 0 ? '' : `, ${counted(Number(attempts), 'attempt')}`;
  const error = lastError === undefined ? '' : `: ${lastError}`;
  return `  ${state} ${host}:${port}${tried}${error}`;
}

/** An id consists of digits only, but a ClOrdID contains a dash. */
function orderQuery(order: string) {
  return /^\d+$/.test(order) ? { order } : { clOrdId: order };
}
