// `countinghouse report …`: shows and settles work items, which are exchange reports that could not
// be booked.

import type { Command } from 'commander';
import { connect } from '../api.js';
import { configFrom, printResult, type SharedOptions, withSharedOptions } from '../setting.js';

interface ListOptions extends SharedOptions {
  readonly all?: boolean;
  readonly reason?: string;
}

interface ClosingOptions extends SharedOptions {
  readonly because: string;
  readonly order?: string;
  readonly accept?: boolean;
}

interface CorrectionOptions extends ClosingOptions {
  readonly quantity: string;
  readonly price: string;
  readonly tradeDate?: string;
  readonly execId?: string;
}

interface DisputeOptions extends SharedOptions {
  readonly reason: string;
  readonly text?: string;
}

/** Adds the command. */
export function reportCommand(program: Command): void {
  const command = program
    .command('report')
    .description('exchange reports that could not be booked');
  withSharedOptions(
    command
      .command('list')
      .description('list open reports, oldest first')
      .option('--all', 'include resolved reports')
      .option('--reason <reason>', 'UNKNOWN_ORDER, NOT_BOOKED, FILLS_DIFFER, …'),
  ).action(async (options: ListOptions) => {
    const admin = await connect(configFrom(options), 'ADMIN');
    const query = queryOf(options);
    const to = 'order/unmatched-report/list';
    const list = await admin.request({ method: 'GET', to, query });
    const lines = list.count === 0 ? ['no matching reports'] : list.result.map(lineOf);
    printResult(options, list, lines);
  });
  addClosing(command, 'apply', 'book a report as if it arrived now');
  addClosing(command, 'resolve', 'close a work item without a booking');
  addCorrection(command);
  addDispute(command);
}

function addCorrection(command: Command): void {
  const added = command
    .command('correct <id>')
    .description('book a fill with values from the exchange, if the report cannot be booked')
    .requiredOption('--because <text>', 'source of the values, for the audit log')
    .requiredOption('--quantity <units>', 'units of the fill')
    .requiredOption('--price <price>', 'price per unit')
    .option('--order <id>', 'the order, if the report does not identify it')
    .option('--trade-date <date>', "yyyy-MM-dd; default: the report's date, or today")
    .option('--exec-id <id>', "the exchange's id of the fill; default: that of the report")
    .option('--accept', "confirm that the fill exceeds the order's quantity or limit");
  withSharedOptions(added).action(async (id: string, options: CorrectionOptions) => {
    const { because: resolution, quantity, price, order: orderId, accept } = options;
    const { tradeDate, execId } = options;
    const body = {
      ...{ resolution, quantity, price },
      ...(orderId === undefined ? {} : { orderId }),
      ...(tradeDate === undefined ? {} : { tradeDate }),
      ...(execId === undefined ? {} : { execId }),
      ...(accept === true ? { acceptContradiction: true } : {}),
    };
    const admin = await connect(configFrom(options), 'ADMIN');
    const to = 'order/unmatched-report/correct/id/{id}';
    const reply = await admin.request({ method: 'PUT', to, path: { id }, body });
    printResult(options, reply, [`report ${id}: ${reply.msgCode}`]);
  });
}

function addDispute(command: Command): void {
  const added = command
    .command('dispute <id>')
    .description("send the exchange Don't Know Trade about the fill of a report")
    .requiredOption('--reason <reason>', 'WRONG_SIDE, PRICE_EXCEEDS_LIMIT, OTHER, …')
    .option('--text <text>', 'text for the exchange');
  withSharedOptions(added).action(async (id: string, options: DisputeOptions) => {
    const { reason: dkReason, text } = options;
    const body = { dkReason, ...(text === undefined ? {} : { text }) };
    const admin = await connect(configFrom(options), 'ADMIN');
    const to = 'order/unmatched-report/dispute/id/{id}';
    const reply = await admin.request({ method: 'PUT', to, path: { id }, body });
    printResult(options, reply, [`report ${id}: ${reply.msgCode}`]);
  });
}

function addClosing(command: Command, verb: 'apply' | 'resolve', description: string): void {
  const added = command
    .command(`${verb} <id>`)
    .description(description)
    .requiredOption('--because <text>', 'the finding, for the audit log');
  if (verb === 'apply') {
    added.option('--order <id>', 'the order, if its ClOrdID is unknown');
    added.option('--accept', "accept an order's end although its fill totals differ");
  }
  withSharedOptions(added).action(async (id: string, options: ClosingOptions) => {
    const admin = await connect(configFrom(options), 'ADMIN');
    const { because: resolution, order: orderId, accept } = options;
    const body = {
      resolution,
      ...(orderId === undefined ? {} : { orderId }),
      ...(accept === true ? { acceptContradiction: true } : {}),
    };
    const reply = await admin.put(`order/unmatched-report/${verb}/id/{id}`, { path: { id }, body });
    printResult(options, reply, [`report ${id}: ${reply.msgCode}`]);
  });
}

function queryOf(options: ListOptions): URLSearchParams {
  return new URLSearchParams({
    s: '100',
    ...(options.all === true ? {} : { resolved: 'false' }),
    ...(options.reason === undefined ? {} : { reason: options.reason }),
  });
}

function lineOf(report: Record<string, unknown>): string {
  const order = report.orderId === undefined ? '' : `  order ${report.orderId}`;
  const age = report.resolved === true ? 'resolved' : `${report.ageSeconds} s`;
  return `${report.id}  ${report.reason}  ${report.clOrdId}${order}  ${age}  ${report.message}`;
}
