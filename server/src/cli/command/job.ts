// `countinghouse job list` and `job retry`: list and retry the running server's jobs.

import type { Command } from 'commander';
import { connect } from '../api.js';
import { configFrom, printResult, type SharedOptions, withSharedOptions } from '../setting.js';

interface ListOptions extends SharedOptions {
  readonly state?: string;
  readonly name?: string;
}

/** Adds the command. */
export function jobCommand(program: Command): void {
  const command = program.command('job').description('list jobs, and retry dead ones');
  withSharedOptions(
    command
      .command('list')
      .description('jobs, newest first')
      .option('--state <state>', 'QUEUED, RUNNING, DONE or DEAD')
      .option('--name <name>', 'kind of job, such as idempotency-key.purge'),
  ).action(async (options: ListOptions) => {
    const admin = await connect(configFrom(options), 'ADMIN');
    const query = queryOf(options);
    const list = await admin.request({ method: 'GET', to: 'system/job/list', query });
    const lines = list.count === 0 ? ['no matching jobs'] : list.result.map(lineOf);
    printResult(options, list, lines);
  });
  withSharedOptions(command.command('retry <id>').description('queue a dead job again')).action(
    async (id: string, options: SharedOptions) => {
      const admin = await connect(configFrom(options), 'ADMIN');
      const reply = await admin.put('system/job/retry/id/{id}', { path: { id } });
      printResult(options, reply, [`job ${id} is queued again`]);
    },
  );
}

function queryOf(options: ListOptions): URLSearchParams {
  return new URLSearchParams({
    s: '100',
    ...(options.state === undefined ? {} : { state: options.state }),
    ...(options.name === undefined ? {} : { name: options.name }),
  });
}

function lineOf(job: Record<string, unknown>): string {
  const attempts = `attempt ${job.attempts} of ${job.attemptsMost}`;
  const error = job.lastError === undefined ? '' : `  ${job.lastError}`;
  return `${job.id}  ${job.state}  ${job.name}  ${attempts}${error}`;
}
