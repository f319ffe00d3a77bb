// `countinghouse serve`: runs the server until it is told to stop.

import { join } from 'node:path';
import type { Command } from 'commander';
import { startApp } from '../app.js';
import { type Config, readConfig } from '../config.js';
import { prepareCredentials } from '../modules/identity/index.js';
import type { Context } from '../platform/context.js';
import { firstStartLines } from './first-secret.js';
import { stopSignal } from './stop-signal.js';

// Said at every start: who forgot the switch in a script shall see it, whatever else is logged.
const NO_AUTH_NOTICE = `
  ######################################################################
  #  NO AUTHENTICATION: started with --no-auth.                        #
  #  Whoever reaches this server may do everything, without a name     #
  #  in the audit. For trying things out, never with anybody's money.  #
  ######################################################################

`;

interface ServeOptions {
  readonly demo?: boolean;
  readonly auth: boolean;
  readonly data?: string;
  readonly host?: string;
  readonly port?: string;
}

/** Adds the command. */
export function serveCommand(program: Command): void {
  program
    .command('serve')
    .description('run the server')
    .option('--demo', 'fill an empty database with demonstration data, and trade around the clock')
    .option('--no-auth', 'let everybody do everything; only on a loopback address')
    .option('--data <folder>', 'data folder (COUNTINGHOUSE_DATA)')
    .option('--host <address>', 'address to listen on')
    .option('--port <number>', 'port to listen on, 0 for any free one')
    .action(async (options: ServeOptions) => {
      const config = readConfig(
        {
          ...process.env,
          ...(options.data === undefined ? {} : { COUNTINGHOUSE_DATA: options.data }),
          ...(options.host === undefined ? {} : { HOST: options.host }),
          ...(options.port === undefined ? {} : { PORT: options.port }),
        },
        { demo: options.demo === true, noAuth: !options.auth },
      );
      if (config.noAuth) process.stderr.write(NO_AUTH_NOTICE);
      const stopping = stopSignal();
      const app = await startApp(withHeadFile(config), {
        prepare: tellFirstCredentials,
        announce: (sentence) => process.stdout.write(`${sentence} …\n`),
        warmUp: true,
      });
      process.stdout.write(
        `Ready at ${app.url}, its console at ${app.url}/console/, its reference at /docs. ` +
          'Ctrl-C ends it.\n',
      );
      await stopping;
      await app.stop();
    });
}

// Beside the database, not in it: who edits the one has to find the other.
function withHeadFile(config: Config): Config {
  return { auditHeadFile: join(config.dataFolder, 'audit-heads.jsonl'), ...config };
}

// Only the hashes of these secrets are stored, and the file.
async function tellFirstCredentials(context: Context): Promise<void> {
  const { config } = context;
  const made = await prepareCredentials(context, config.dataFolder, { demo: config.demo });
  if (!made) return;
  const file = join(config.dataFolder, 'credentials.json');
  const lines = firstStartLines(made, { file, isTerminal: process.stdout.isTTY });
  process.stdout.write(`${lines.join('\n')}\n`);
}
