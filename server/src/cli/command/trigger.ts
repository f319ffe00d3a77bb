// `countinghouse trigger`: creates a test event for trying out webhooks and event clients.

import type { Command } from 'commander';
import {
  type ClientOptions,
  clientOf,
  jsonText,
  wholeNumber,
  withClientOptions,
} from '../integrator.js';

interface TriggerOptions extends ClientOptions {
  readonly subject?: string;
  readonly data?: string;
}

/** Adds the command. */
export function triggerCommand(program: Command): void {
  withClientOptions(
    program
      .command('trigger <type>')
      .description('create a test event that simulates a type, such as trade-order.executed')
      .option('--subject <id>', 'id of the record that the event is about')
      .option('--data <json>', 'members to replace in the sample: JSON, @file, or -'),
  ).action(async (type: string, options: TriggerOptions) => {
    const { subject, data } = options;
    const client = await clientOf(options);
    const reply = await client.post('event/test/trigger', {
      body: {
        type,
        ...(subject === undefined ? {} : { subjectId: wholeNumber('--subject', subject, 1) }),
        ...(data === undefined ? {} : { data: JSON.parse(await jsonText(data)) }),
      },
    });
    process.stdout.write(`${JSON.stringify(reply.result)}\n`);
  });
}
