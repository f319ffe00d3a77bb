// SDK clients that act as callers in tests.

import { type Client, type ClientOptions, createClient } from '@countinghouse/sdk';
import type { TestApp } from './app.js';

export interface ClientSecret {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Creates an API client with this role and returns its id and secret. */
export async function secretOf(app: TestApp, role: string): Promise<ClientSecret> {
  const { authorization = '' } = await app.header(role);
  const text = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString('utf8');
  const [clientId = '', clientSecret = ''] = text.split(':');
  return { clientId, clientSecret };
}

/** Creates an SDK client with this role. */
export async function sdkClient(
  app: TestApp,
  role: string,
  options: Partial<ClientOptions> = {},
): Promise<Client> {
  const { clientId, clientSecret } = await secretOf(app, role);
  const basic = { username: clientId, password: clientSecret };
  return createClient({ baseUrl: app.url, basic, ...options });
}
