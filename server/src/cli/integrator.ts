// Options of the commands for integrators, which set the server and the credentials.

import { readFile } from 'node:fs/promises';
import { text as textOfStream } from 'node:stream/consumers';
import { type Client, createClient } from '@countinghouse/sdk';
import type { Command } from 'commander';
import type { Config } from '../config/config.js';
import { connect } from './api.js';
import { configFrom, type SharedOptions } from './setting.js';

/** Incorrect usage of a command. The message is printed, and the exit code is 2. */
export class WrongUsage extends Error {}

/**
 * In these commands `--data` is the request body, so the option for the data folder has another
 * name.
 */
export interface ClientOptions extends Pick<SharedOptions, 'host' | 'port'> {
  readonly folder?: string;
  readonly url?: string;
  readonly as: string;
}

/** Adds the options for the server and the credentials. */
export function withClientOptions(command: Command): Command {
  return command
    .option('--url <url>', 'URL of a remote server (COUNTINGHOUSE_URL)')
    .option('--as <role>', 'role of the user in credentials.json to call as, or CLIENT', 'CLIENT')
    .option('--folder <folder>', 'data folder with credentials.json (COUNTINGHOUSE_DATA)')
    .option('--host <address>', 'address of the server (HOST)')
    .option('--port <number>', 'port of the server (PORT)');
}

/**
 * Creates the API client of a command. With a URL it uses the client id and secret from the
 * environment, otherwise those in the data folder.
 */
export async function clientOf(options: ClientOptions): Promise<Client> {
  const { COUNTINGHOUSE_URL, COUNTINGHOUSE_CLIENT_ID, COUNTINGHOUSE_CLIENT_SECRET } = process.env;
  const url = options.url ?? COUNTINGHOUSE_URL;
  if (url === undefined) return connect(configOf(options), options.as);
  if (COUNTINGHOUSE_CLIENT_ID === undefined || COUNTINGHOUSE_CLIENT_SECRET === undefined) {
    throw new WrongUsage(
      'a remote server needs COUNTINGHOUSE_CLIENT_ID and COUNTINGHOUSE_CLIENT_SECRET',
    );
  }
  return createClient({
    baseUrl: url,
    clientCredentials: {
      clientId: COUNTINGHOUSE_CLIENT_ID,
      clientSecret: COUNTINGHOUSE_CLIENT_SECRET,
    },
  });
}

function configOf({ folder, host, port }: ClientOptions): Config {
  return configFrom({
    ...(folder === undefined ? {} : { data: folder }),
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
  });
}

/** Returns the JSON text of an option: the text itself, `@file`, or `-` for standard input. */
export async function jsonText(given: string): Promise<string> {
  const text =
    given === '-'
      ? await textOfStream(process.stdin)
      : given.startsWith('@')
        ? await readFile(given.slice(1), 'utf8')
        : given;
  try {
    JSON.parse(text);
  } catch (error) {
    throw new WrongUsage(
      `--data is not valid JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
  return text;
}

/** Parses an option that must be a whole number of at least `min`. */
export function wholeNumber(name: string, given: string, min = 0): number {
  if (!/^\d{1,15}$/.test(given) || Number(given) < min) {
    throw new WrongUsage(`${name} must be a whole number of at least ${min}`);
  }
  return Number(given);
}
