// The API client of the command line. It uses the credentials in the data folder.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, createClient, ProblemError } from '@countinghouse/sdk';
import type { Config } from '../config/config.js';

/** The server of a data folder could not be reached, or its credentials could not be read. */
export class ServerNotFound extends Error {}

interface CredentialsFile {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly users: readonly { username: string; password: string; role: string }[];
}

/** Reads the credentials that the first start wrote. */
async function readCredentials(config: Config): Promise<CredentialsFile> {
  const file = join(config.dataFolder, 'credentials.json');
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new ServerNotFound(
      `cannot read ${file}; has the server been started with this data folder?`,
      {
        cause: error,
      },
    );
  }
}

/** Creates a client for the running server, as a staff user with the role or as the API client. */
export async function connect(config: Config, role: string | 'CLIENT'): Promise<Client> {
  const credentials = await readCredentials(config);
  const user = credentials.users.find((each) => each.role === role);
  const { clientId: username, clientSecret: password } = credentials;
  const url = `http://${config.host}:${config.port}`;
  const client = createClient({ baseUrl: url, basic: user ?? { username, password } });
  try {
    await client.get('/readyz');
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw new ServerNotFound(`no server answers at ${url}; is it running?`, { cause: error });
  }
  return client;
}
