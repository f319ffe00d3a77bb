// `countinghouse call`: calls an operation by its name or path, with JSON input and output.

import { writeFile } from 'node:fs/promises';
import { type FileReply, ProblemError } from '@countinghouse/sdk';
import type { Command } from 'commander';
import {
  type ClientOptions,
  clientOf,
  jsonText,
  WrongUsage,
  withClientOptions,
} from '../integrator.js';
import { findOperation, type Operation } from '../operation-finder.js';

interface CallOptions extends ClientOptions {
  readonly data?: string;
  readonly param: readonly string[];
  readonly method?: string;
  readonly dryRun?: boolean;
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
  readonly output?: string;
}

const collect = (one: string, others: readonly string[]) => [...others, one];

/** This command refuses the event stream, because it never ends. */
const STREAM = 'streamEvents';

/** Adds the command. */
export function callCommand(program: Command): void {
  withClientOptions(
    program
      .command('call <operation>')
      .description('call any operation, such as submitTradeOrder or order/tradeorder/id/7')
      .option('--data <json>', 'the body: JSON, @file, or - for standard input')
      .option('--param <name=value>', 'a path or query parameter; repeatable', collect, [])
      .option('--method <method>', 'HTTP method, for a path with several methods')
      .option('--dry-run', 'run all checks and return the computed record, but write nothing')
      .option(
        '--idempotency-key <key>',
        'idempotency key; a write repeated with the same key runs only once',
      )
      .option('--if-match <etag>', 'the ETag of the version to change')
      .option('--output <file>', 'where to write a file such as a PDF; default: standard output'),
  ).action(call);
}

async function call(word: string, options: CallOptions): Promise<void> {
  const [path = '', query = ''] = word.split('?', 2);
  const client = await clientOf(options);
  const document = await client.request({ method: 'GET', to: '/openapi.json' });
  const operation = findOperation(document, path, options.method);
  if (operation.id === STREAM) throw new WrongUsage('use `countinghouse listen` to print events');
  const values = sorted(operation, options.param, new URLSearchParams(query));
  const { dryRun, idempotencyKey, ifMatch, data } = options;
  try {
    const reply = await client.request({
      ...{ method: operation.method, to: operation.path },
      ...{ ...values, dryRun, idempotencyKey, ifMatch },
      bodyText: data === undefined ? undefined : await jsonText(data),
    });
    if (isFile(reply)) await save(reply.bytes, options.output);
    else print(reply);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    print(error.body);
    process.exitCode = 1;
  }
}

/** Sorts values into path and query parameters. Throws WrongUsage for an unknown name. */
function sorted(operation: Operation, params: readonly string[], query: URLSearchParams) {
  const path: Record<string, string> = { ...operation.given };
  for (const param of params) {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(param) ?? [];
    if (operation.names.path.includes(name)) path[name] = value;
    else if (operation.names.query.includes(name)) query.append(name, value);
    else
      throw new WrongUsage(
        `--param ${param}: the parameters of ${operation.id} are ${takenBy(operation)}`,
      );
  }
  const missing = operation.names.path.filter((name) => path[name] === undefined);
  if (missing.length > 0) {
    throw new WrongUsage(`${operation.path} needs --param ${missing.join('=… --param ')}=…`);
  }
  return { path, query };
}

function takenBy({ names }: Operation): string {
  return [...names.path, ...names.query].join(', ') || 'none';
}

function isFile(reply: unknown): reply is FileReply {
  return typeof reply === 'object' && reply !== null && 'bytes' in reply;
}

async function save(bytes: Uint8Array, file: string | undefined): Promise<void> {
  if (file === undefined) process.stdout.write(bytes);
  else await writeFile(file, bytes);
}

function print(reply: unknown): void {
  const text = typeof reply === 'string' ? reply : JSON.stringify(reply, undefined, 2);
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}
