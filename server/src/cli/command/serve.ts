// `countinghouse serve`: runs the server until a signal stops it.

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { type App, startApp } from '../../app/app.js';
import { type Config, readConfig } from '../../config/config.js';
import { STOP } from '../../limits.js';
import { prepareCredentials } from '../../modules/identity/index.js';
import type { Context } from '../../platform/context.js';
import { firstStartLines } from '../first-secret.js';
import { stopSignals, whenAborted } from '../stop-signal.js';

// Printed at every start, so that an operator notices the option if it was left in a script.
const NO_AUTH_NOTICE = `
  ######################################################################
  #  NO AUTHENTICATION: started with --no-auth.                        #
  #  Every caller may run every operation, and the audit log has no    #
  #  names. Use it only to try things out, never with real money.      #
  ######################################################################

`;

interface ServeOptions {
  readonly demo?: boolean;
  readonly auth: boolean;
  readonly data?: string;
  readonly host?: string;
  readonly port?: string;
  readonly role?: string;
}

/** Adds the command. */
export function serveCommand(program: Command): void {
  program
    .command('serve')
    .description('run the server')
    .option('--demo', 'fill an empty database with demonstration data, and trade around the clock')
    .option('--no-auth', 'allow every operation to every caller; only on a loopback address')
    .option('--data <folder>', 'data folder (COUNTINGHOUSE_DATA)')
    .option('--host <address>', 'address to listen on')
    .option('--port <number>', 'port to listen on; 0 for any free port')
    .option(
      '--role <roles>',
      'roles of this node, separated by commas: http,fix,jobs; default: all',
    )
    .action(async (options: ServeOptions) => {
      const config = readConfig(
        {
          ...process.env,
          ...(options.data === undefined ? {} : { COUNTINGHOUSE_DATA: options.data }),
          ...(options.host === undefined ? {} : { HOST: options.host }),
          ...(options.port === undefined ? {} : { PORT: options.port }),
          ...(options.role === undefined ? {} : { COUNTINGHOUSE_ROLE: options.role || ',' }),
        },
        { demo: options.demo === true, noAuth: !options.auth },
      );
      if (config.noAuth) process.stderr.write(NO_AUTH_NOTICE);
      await serve(config);
    });
}

async function serve(config: Config): Promise<void> {
  const noticeMs = config.stopNoticeSeconds * 1_000;
  const signals = stopSignals(Math.max(0, noticeMs - STOP.noticeMs));
  try {
    const app = await startUnlessStopped(config, signals.stop);
    if (app === undefined) return;
    process.stdout.write(`${readyLine(app.url, config)} Press Ctrl-C to stop.\n`);
    const lost = await Promise.race([app.lost, whenAborted(signals.stop)]);
    app.leave();
    if (lost !== undefined) throw await stopLost(app, lost);
    if (noticeMs > 0) await drainClients(app, { noticeMs, hurry: signals.hurry });
    if (!(await app.stop())) process.exitCode = 1;
  } finally {
    // Open connections and pending work must not keep the process alive.
    setTimeout(() => process.exit(), STOP.lingerMs).unref();
  }
}

/**
 * Gives load balancers time to stop sending requests. First /readyz fails, then the port closes.
 */
async function drainClients(
  app: App,
  { noticeMs, hurry }: { readonly noticeMs: number; readonly hurry: AbortSignal },
): Promise<void> {
  const wait = (ms: number) => pause(ms, undefined, { signal: hurry }).catch(() => undefined);
  await wait(noticeMs);
  app.refuse();
  await wait(STOP.portClosedMs);
}

function readyLine(url: string, { roles }: Config): string {
  if (roles.includes('http')) {
    return `Ready at ${url}. Console: ${url}/console/. API reference: ${url}/docs.`;
  }
  return `Ready as ${roles.join(' and ')}; ${url} serves /livez, /readyz and /metrics.`;
}

/** Starts the app. Undefined if a signal stopped the startup. */
async function startUnlessStopped(config: Config, stop: AbortSignal): Promise<App | undefined> {
  const cut = cutOffStart(stop);
  try {
    return await startApp(withHeadFile(config), {
      prepare: printFirstCredentials,
      announce: (sentence) => process.stdout.write(`${sentence} …\n`),
      warmUp: true,
      signal: stop,
    });
  } catch (error) {
    if (!stop.aborted) throw error;
    process.stdout.write('Stopped before the server was ready.\n');
    return undefined;
  } finally {
    cut.cancel();
  }
}

/** Stops an app that cannot continue. The exit code makes a supervisor restart the program. */
async function stopLost(app: App, lost: Error): Promise<Error> {
  app.context.log.fatal({ err: lost }, 'the server cannot continue');
  await app.stop();
  return lost;
}

/** Ends the process if the startup is still running a given time after the stop signal. */
function cutOffStart(stop: AbortSignal): { cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const onStop = () => {
    timer = setTimeout(() => {
      process.stderr.write('countinghouse: The start did not stop in time and was aborted.\n');
      process.exit(1);
    }, STOP.startCutMs);
  };
  stop.addEventListener('abort', onStop, { once: true });
  return {
    cancel: () => {
      stop.removeEventListener('abort', onStop);
      clearTimeout(timer);
    },
  };
}

// The head file is outside the database, so that access to the database alone is not enough to
// change both.
function withHeadFile(config: Config): Config {
  return { auditHeadFile: join(config.dataFolder, 'audit-heads.jsonl'), ...config };
}

// These secrets exist only in the file. The database contains only their hashes.
async function printFirstCredentials(context: Context): Promise<void> {
  const { config } = context;
  const made = await prepareCredentials(context, config.dataFolder, { demo: config.demo });
  if (!made) return;
  const file = join(config.dataFolder, 'credentials.json');
  const lines = firstStartLines(made, { file, isTerminal: process.stdout.isTTY });
  process.stdout.write(`${lines.join('\n')}\n`);
}
