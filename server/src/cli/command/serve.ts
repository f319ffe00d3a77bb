// `countinghouse serve`: runs the server until it is told to stop.

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
  readonly role?: string;
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
    .option('--role <roles>', 'what this node does: http,fix,jobs or some of them; default all')
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
    process.stdout.write(`${readyLine(app.url, config)} Ctrl-C ends it.\n`);
    const lost = await Promise.race([app.lost, whenAborted(signals.stop)]);
    app.leave();
    if (lost !== undefined) throw await lastWords(app, lost);
    if (noticeMs > 0) await sayGoodbye(app, { noticeMs, hurry: signals.hurry });
    if (!(await app.stop())) process.exitCode = 1;
  } finally {
    // A connection that does not close, or work that was left behind, must not keep the process.
    setTimeout(() => process.exit(), STOP.lingerMs).unref();
  }
}

/** Gives balancers the time to look away: first by words, then by the closed port. */
async function sayGoodbye(
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
    return `Ready at ${url}, its console at ${url}/console/, its reference at /docs.`;
  }
  return `Ready as ${roles.join(' and ')}; ${url} answers /livez, /readyz and /metrics.`;
}

/** The running app; undefined when a signal ended the start. */
async function startUnlessStopped(config: Config, stop: AbortSignal): Promise<App | undefined> {
  const cut = cutOffStart(stop);
  try {
    return await startApp(withHeadFile(config), {
      prepare: tellFirstCredentials,
      announce: (sentence) => process.stdout.write(`${sentence} …\n`),
      warmUp: true,
      signal: stop,
    });
  } catch (error) {
    if (!stop.aborted) throw error;
    process.stdout.write('Stopped before it was ready.\n');
    return undefined;
  } finally {
    cut.callOff();
  }
}

/** Ends what cannot go on; the exit code then has a supervisor start it again. */
async function lastWords(app: App, lost: Error): Promise<Error> {
  app.context.log.fatal({ err: lost }, 'the server cannot go on');
  await app.stop();
  return lost;
}

/** Ends the process some time after a signal that comes before the server is ready. */
function cutOffStart(stop: AbortSignal): { callOff(): void } {
  let timer: NodeJS.Timeout | undefined;
  const onStop = () => {
    timer = setTimeout(() => {
      process.stderr.write('countinghouse: The start was cut off.\n');
      process.exit(1);
    }, STOP.startCutMs);
  };
  stop.addEventListener('abort', onStop, { once: true });
  return {
    callOff: () => {
      stop.removeEventListener('abort', onStop);
      clearTimeout(timer);
    },
  };
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
