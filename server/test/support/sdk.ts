// SDK clients as callers in tests.

import { type Client, type ClientOptions, createClient } from '@countinghouse/sdk';
import type { TestApp } from './app.js';

export interface ClientSecret {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The id and the secret of a new API client with this role. */
export async function secretOf(app: TestApp, role: string): Promise<ClientSecret> {
  const { authorization = '' } = await app.header(role);
  const text = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString('utf8');
  const [clientId = '', clientSecret = ''] = text.split(':');
  return { clientId, clientSecret };
}

/** A new client of the SDK with this role. */
export async function sdkClient(
  app: TestApp,
  role: string,
  options: Partial<ClientOptions> = {},
): Promise<Client> {
  const { clientId, clientSecret } = await secretOf(app, role);
  const basic = { username: clientId, password: clientSecret };
  return createClient({ baseUrl: app.url, basic, ...options });
}
